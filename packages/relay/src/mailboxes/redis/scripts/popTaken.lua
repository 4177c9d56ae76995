-- ARGV: at, how many bytes and how many messages are to go, what a message gives beside its length. Of one account: what goes
-- first, topic and sequence each. Whoever asks drops it.
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
