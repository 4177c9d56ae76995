-- Reads messages of a log. KEYS: the log. ARGV: the id after which to read, or '-', the number of messages to read, and how many of
-- them with texts. The answer: the first messages as a list in JSON with the id and the fields of the first line of each, then the
-- ids and bodies of the last ones. No message has a body if the log may have more.
local after, most = ARGV[1] == '-' and '-' or '(' .. ARGV[1], tonumber(ARGV[2])
local entries, heads, bodies = redis.call('XRANGE', KEYS[1], after, '+', 'COUNT', most), {}, {}
local headCount = #entries < most and math.max(0, #entries - ARGV[3]) or most
for place, entry in ipairs(entries) do
  local id, body = entry[1], entry[2][2]
  if place <= headCount then
    local finish = string.find(body, '\n', 1, true) or 0
    heads[place] = '"' .. id .. '",' .. string.sub(body, 2, finish - 2)
  else
    table.insert(bodies, id)
    table.insert(bodies, body)
  end
end
return { '[' .. table.concat(heads, ',') .. ']', bodies }
