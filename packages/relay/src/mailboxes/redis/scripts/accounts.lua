-- Functions over accounts. They use the functions over topics.
-- An account records the messages that one publisher, or one address, has stored. `claims`: sorted set of
-- <length>:<part of topic>:<part of message id> by expiry. `sum`: total of the lengths. `taken`: sorted set of
-- <topic>:<sequence>:<length> of removable messages, by expiry.
local function accountOf(prefix)
  return { claims = prefix .. 'claims', sum = prefix .. 'sum', taken = prefix .. 'taken' }
end
-- Only for a single Redis: in a cluster the accounts are in other slots than the message.
local function accountsOf(publisher, address)
  local list = { accountOf('hawser:{' .. publisher .. '}:') }
  if address and address ~= '' then table.insert(list, accountOf('hawser:{@' .. address .. '}:')) end
  return list
end
-- `isRough`: claims that have just expired can still count.
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
-- The accounts that KEYS name from `place` on, or `most` of them: the publisher's, then its address's if it has one.
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
-- `most`: messages and bytes of a publisher, bytes of an address, and the overhead that a message costs the address.
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
-- All keys live as long as the first.
local function keepFor(keys, expiresAt)
  local neededMs = expiresAt - at + slackMs
  if redis.call('PTTL', keys[1]) >= neededMs - slackMs / 2 then return end
  for _, key in ipairs(keys) do redis.call('PEXPIRE', key, text(neededMs)) end
end
-- Returns whether the claim is new. `isStored`: the message is stored, and an earlier claim's length is already in the sum.
local function claim(account, member, expiresAt, isStored)
  local isNew = redis.call('ZADD', account.claims, isStored and 'GT' or 'NX', text(expiresAt), member) == 1
  if isNew then redis.call('INCRBY', account.sum, string.match(member, '^%d+')) end
  if isNew or isStored then keepFor({ account.claims, account.sum }, expiresAt) end
  return isNew
end
-- `takenAs`: the message's member of `taken`, if it has one.
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
