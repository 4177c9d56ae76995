-- Functions over accounts; they use those over topics.
-- An account is what one publisher, or one address, has stored: `claims` sorted set of <length>:<of topic>:<of message id> by
-- expiry, `sum` of the lengths, `taken` sorted set of <topic>:<sequence>:<length> of what may go, by expiry.
local function accountOf(prefix)
  return { claims = prefix .. 'claims', sum = prefix .. 'sum', taken = prefix .. 'taken' }
end
-- Of one Redis alone: in a cluster they are in other slots than the message.
local function accountsOf(publisher, address)
  local list = { accountOf('hawser:{' .. publisher .. '}:') }
  if address and address ~= '' then table.insert(list, accountOf('hawser:{@' .. address .. '}:')) end
  return list
end
-- `isRough`: claims that have just expired may count.
local function count(account, isRough)
  local isDue = not isRough or #redis.call('ZRANGEBYSCORE', account.claims, '-inf', text(at - lateMs), 'LIMIT', 0, 1) > 0
  local due = isDue and redis.call('ZRANGEBYSCORE', account.claims, '-inf', text(at)) or {}
  if #due > 0 then
    local length = 0
    for _, member in ipairs(due) do length = length + tonumber(string.match(member, '^%d+')) end
    redis.call('DECRBY', account.sum, text(length))
    for _, key in ipairs({ account.claims, account.taken }) do redis.call('ZREMRANGEBYSCORE', key, '-inf', text(at)) end
  end
  account.messages, account.length = redis.call('ZCARD', account.claims), tonumber(redis.call('GET', account.sum) or 0)
end
-- Those that KEYS name from a place on, or so many of them: the publisher's, and that of its address where it has one.
local counted = {}
local function accountsAt(place, most, isRough)
  local list = {}
  for first = place, most and place + most * 3 - 1 or #KEYS, 3 do
    local account = counted[KEYS[first]]
    if not account then
      account = { claims = KEYS[first], sum = KEYS[first + 1], taken = KEYS[first + 2] }
      count(account, isRough)
      counted[KEYS[first]] = account
    end
    table.insert(list, account)
  end
  return list
end
-- `most`: messages and bytes of a publisher, bytes of an address, and what a message costs that beside its text.
local function addressLengthOf(account, most) return account.length + most[4] * account.messages end
local function boundOf(list, length, most)
  local publisher, address = list[1], list[2]
  if publisher and (publisher.messages >= most[1] or publisher.length + length > most[2]) then return 'client' end
  if address and addressLengthOf(address, most) + length + most[4] > most[3] then return 'address' end
end
local function countIn(list, length)
  for _, account in ipairs(list) do account.messages, account.length = account.messages + 1, account.length + length end
end
local function usageOf(list, most)
  local publisher, address = list[1], list[2]
  return publisher and publisher.messages or 0, publisher and publisher.length or 0,
    address and addressLengthOf(address, most) or 0
end
-- All live as long as the first.
local function keepFor(keys, expiresAt)
  local neededMs = expiresAt - at + slackMs
  if redis.call('PTTL', keys[1]) >= neededMs - slackMs / 2 then return end
  for _, key in ipairs(keys) do redis.call('PEXPIRE', key, text(neededMs)) end
end
-- Returns whether it is new. `isStored`: the message is, and an earlier claim has its length in the sum already.
local function claim(account, member, expiresAt, isStored)
  local isNew = redis.call('ZADD', account.claims, isStored and 'GT' or 'NX', text(expiresAt), member) == 1
  if isNew then redis.call('INCRBY', account.sum, string.match(member, '^%d+')) end
  if isNew or isStored then keepFor({ account.claims, account.sum }, expiresAt) end
  return isNew
end
-- `takenAs`: its member of `taken`, where it was.
local function release(account, member, takenAs)
  if takenAs then redis.call('ZREM', account.taken, takenAs) end
  if redis.call('ZREM', account.claims, member) == 0 then return end
  if redis.call('ZCARD', account.claims) == 0 then redis.call('DEL', account.sum)
  else redis.call('DECRBY', account.sum, string.match(member, '^%d+')) end
end
local function takenAs(topic, sequence, length)
  return string.match(topic.box, '{(.*)}') .. ':' .. sequence .. ':' .. text(length)
end
local function take(account, member, expiresAt)
  redis.call('ZADD', account.taken, text(expiresAt), member)
  keepFor({ account.taken }, expiresAt)
end
