-- ARGV: at, the four values of `most`, then a member and a TTL for each claim. Claims all or none.
local list = accountsAt(1)
local most, taken = { tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]) }, {}
for first = 6, #ARGV, 2 do
  if not redis.call('ZSCORE', list[1].claims, ARGV[first]) and not taken[ARGV[first]] then
    local length = tonumber(string.match(ARGV[first], '^%d+'))
    local bound = boundOf(list, length, most)
    if bound then
      local messages, sum, ofAddress = usageOf(list, most)
      return { 'refused', bound, 0, 0, 0, 0, messages, sum, ofAddress, length }
    end
    countIn(list, length)
    taken[ARGV[first]] = true
  end
end
for first = 6, #ARGV, 2 do
  for _, account in ipairs(list) do claim(account, ARGV[first], at + tonumber(ARGV[first + 1])) end
end
local fresh = {}
for member in pairs(taken) do table.insert(fresh, member) end
return { 'claimed', fresh }
