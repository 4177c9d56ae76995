-- Drops messages of one topic, and acks that name no later message. KEYS: its log, its acks. ARGV: the ids of the messages to drop.
-- Empty logs stay until they expire, because they know their last ids.
for first = 1, #ARGV, 1000 do redis.call('XDEL', KEYS[1], unpack(ARGV, first, math.min(first + 999, #ARGV))) end
local oldest = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
if not oldest then redis.call('DEL', KEYS[2])
else
  local ms, count = string.match(oldest[1], '(%d+)-(%d+)')
  local sequence, acks = ms * 1024 + count, redis.call('HGETALL', KEYS[2])
  for place = 1, #acks, 2 do
    local field, value = acks[place], acks[place + 1]
    local taken = tonumber(value ~= '' and value or string.match(field, '%d+$'))
    if taken and taken < sequence then redis.call('HDEL', KEYS[2], field) end
  end
end
return 'OK'
