-- ARGV: at, txn. What was staged is gone; returns the claims to release.
local topic, released = topicAt(1), {}
local mine = read(topic, 's' .. ARGV[2])
if not mine then return released end
local staged = read(topic, 'staged') or {}
staged[ARGV[2]] = nil
write(topic, 'staged', staged)
redis.call('HDEL', topic.box, 's' .. ARGV[2])
for _, item in ipairs(mine) do
  countOut(topic, { count = 1, length = item[3] }, { count = 1, length = item[3] })
  redis.call('HDEL', topic.box, 'i' .. item[2])
  table.insert(released, { item[1], item[9] or '', claimOf(topic, item[2], item[3]), '' })
end
return released
