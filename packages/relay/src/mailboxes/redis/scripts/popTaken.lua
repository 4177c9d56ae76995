-- ARGV: at, how many bytes are needed, what a message gives beside its length. Of one account: what goes first, topic and
-- sequence each. Whoever asks drops it.
local account = accountsAt(1)[1]
local needed, popped = tonumber(ARGV[2]), {}
repeat
  local member = redis.call('ZPOPMIN', account.taken)[1]
  if not member then break end
  local topic, sequence, length = string.match(member, '^(.*):(%d+):(%d+)$')
  needed = needed - tonumber(length) - tonumber(ARGV[3])
  table.insert(popped, { topic, sequence })
until needed <= 0 or #popped >= 200
return popped
