-- Reads the acks of a topic. KEYS: its acks. ARGV: the version that the relay knows. The answer is empty if that is the last one.
if (redis.call('HGET', KEYS[1], '') or '') == ARGV[1] then return {} end
return redis.call('HGETALL', KEYS[1])
