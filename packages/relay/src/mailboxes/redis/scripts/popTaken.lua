-- ARGV: at, how many bytes and how many messages are to go, the bytes a message counts beside its length. Returns the topic and
-- the sequence of each message of one account that goes first. The caller drops them.
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
