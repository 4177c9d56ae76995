-- ARGV: at, txn. What was staged is stored, and is told.
local topic, stored = topicAt(1), {}
local mine = read(topic, 's' .. ARGV[2])
if not mine then return stored end
local staged = read(topic, 'staged') or {}
staged[ARGV[2]] = nil
write(topic, 'staged', staged)
redis.call('HDEL', topic.box, 's' .. ARGV[2])
for _, item in ipairs(mine) do
  local one = { id = item[2], length = item[3], expiresAt = item[4], message = item[5], tag = item[6],
    attestation = item[7], publishedAt = item[8], address = item[9] }
  table.insert(stored, { one.id, store(topic, item[1], one), text(one.publishedAt), text(one.expiresAt) })
end
return stored
