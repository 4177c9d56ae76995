-- Reads a topic. KEYS: its log, its acks. ARGV: the id after which to read, or '-', the number of messages to read, and how many
-- of them with texts. The answer: the fields of the acks, the ids and bodies of the first messages, and the others in JSON without
-- their texts, each with its id and the fields of its first line.
local after = ARGV[1] == '-' and '-' or '(' .. ARGV[1]
local textCount, bodies, heads = tonumber(ARGV[3]), {}, {}
for place, entry in ipairs(redis.call('XRANGE', KEYS[1], after, '+', 'COUNT', ARGV[2])) do
  local id, body = entry[1], entry[2][2]
  if place <= textCount then
    bodies[place * 2 - 1], bodies[place * 2] = id, body
  else
    local finish = string.find(body, '\n', 1, true) or #body + 1
    heads[place - textCount] = '["' .. id .. '",' .. string.sub(body, 2, finish - 1)
  end
end
return { redis.call('HGETALL', KEYS[2]), bodies, '[' .. table.concat(heads, ',') .. ']' }
