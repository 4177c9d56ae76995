-- ARGV: at, most messages, most bytes, then a member and its TTL each. All or none.
local mostMessages, mostLength = tonumber(ARGV[2]), tonumber(ARGV[3])
local messages, length = claimsOf(KEYS[1], KEYS[2])
local before, beforeLength, taken = messages, length, {}
for first = 4, #ARGV, 2 do
  if not redis.call('ZSCORE', KEYS[1], ARGV[first]) and not taken[ARGV[first]] then
    local one = tonumber(string.match(ARGV[first], '^%d+'))
    if messages >= mostMessages or length + one > mostLength then
      return { 'refused', messages, length, one }
    end
    messages, length = messages + 1, length + one
    taken[ARGV[first]] = true
  end
end
for first = 4, #ARGV, 2 do claim(KEYS[1], KEYS[2], ARGV[first], at + tonumber(ARGV[first + 1])) end
local fresh = {}
for member in pairs(taken) do table.insert(fresh, member) end
return { 'claimed', fresh }
