-- ARGV: at, how many bytes and how many messages to remove, the overhead of a message in bytes. Returns the topic and the
-- sequence of the taken messages of one account that are removed first. The caller drops them.
local account = accountsAt(1)[1]
local needed, atLeast, popped = tonumber(ARGV[2]), tonumber(ARGV[3]), {}
repeat
  local member = redis.call('ZPOPMIN', account.taken)[1]
  if not member then break end
  local topic, sequence, length = string.match(member, '^(.*):(%d+):(%d+)$')
  needed = needed - tonumber(length) - tonumber(ARGV[4])
  table.insert(popped, { topic, sequence })
until (needed <= 0 and #popped >= atLeast) or #popped >= 200
return popped
