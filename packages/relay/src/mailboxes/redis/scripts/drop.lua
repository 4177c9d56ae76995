-- Drops messages of one topic, and acks that no longer count. KEYS: its log, its ack log. ARGV: the time of the oldest message in
-- ms, then the ids of the messages to drop. Empty logs stay until they expire, because they know their last ids.
for first = 2, #ARGV, 1000 do redis.call('XDEL', KEYS[1], unpack(ARGV, first, math.min(first + 999, #ARGV))) end
local count = redis.call('XLEN', KEYS[1])
if count == 0 then redis.call('XTRIM', KEYS[2], 'MAXLEN', 0)
else
  redis.call('XTRIM', KEYS[2], 'MINID', ARGV[1])
  -- A relay remembers sixteen readers of a topic. More acks than theirs are of messages that are gone.
  redis.call('XTRIM', KEYS[2], 'MAXLEN', 17 * count + 1000)
end
return 'OK'
