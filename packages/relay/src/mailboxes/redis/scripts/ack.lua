-- Records which messages the readers of topics have taken. KEYS: the acks of each topic, a hash. ARGV: for each, how long to keep
-- the hash in ms, its new version, the reader and the sequence up to which it has taken everything, the number of fields to add and
-- of those to remove, and these fields.
-- A hash may expire this much earlier, so that not every ack sets its time.
local slackMs = 60000
local replies, place = {}, 1
for index, acks in ipairs(KEYS) do
  local keepMs, version, reader, takenTo, added, removed = unpack(ARGV, place, place + 5)
  place = place + 6
  redis.call('HSET', acks, '', version)
  -- Another relay can know more of this reader.
  if tonumber(redis.call('HGET', acks, reader) or 0) < tonumber(takenTo) then redis.call('HSET', acks, reader, takenTo) end
  for _ = 1, added do
    redis.call('HSET', acks, ARGV[place], '')
    place = place + 1
  end
  for _ = 1, removed do
    redis.call('HDEL', acks, ARGV[place])
    place = place + 1
  end
  if redis.call('PTTL', acks) < keepMs - slackMs then redis.call('PEXPIRE', acks, keepMs) end
  replies[index] = ''
end
return replies
