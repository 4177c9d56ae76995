-- Drops messages of one topic, and acks that no longer count. KEYS: its log, its acks. ARGV: the sequence of the oldest message,
-- then the ids of the messages to drop. Empty logs stay until they expire, because they know their last ids.
for first = 2, #ARGV, 1000 do redis.call('XDEL', KEYS[1], unpack(ARGV, first, math.min(first + 999, #ARGV))) end
if redis.call('XLEN', KEYS[1]) == 0 then redis.call('DEL', KEYS[2])
else
  local oldest, acks = tonumber(ARGV[1]), redis.call('HGETALL', KEYS[2])
  for place = 1, #acks, 2 do
    local sequence = acks[place + 1] == '' and string.match(acks[place], '%d+$')
    if sequence and tonumber(sequence) < oldest then redis.call('HDEL', KEYS[2], acks[place]) end
  end
end
return 'OK'
