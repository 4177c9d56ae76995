-- Reads the acks of topics. KEYS: the acks of each topic. ARGV: for each, the version that the relay knows. An answer is empty if
-- that is the last one.
local replies = {}
for index, acks in ipairs(KEYS) do
  local isKnown = (redis.call('HGET', acks, '') or '') == ARGV[index]
  replies[index] = isKnown and {} or redis.call('HGETALL', acks)
end
return replies
