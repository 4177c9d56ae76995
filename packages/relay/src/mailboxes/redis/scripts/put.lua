-- ARGV: at, isFull, four limits of a topic, the four values of `most`, the reserved share of Redis, then each caller's part:
-- publisher, address, the numbers of topics, accounts and messages, then eight values for each message.
-- KEYS: the topics of each part; on a single Redis also its accounts. A part is first checked as a whole, then written.
local isFull, reserved = ARGV[2] == '1', tonumber(ARGV[11])
local most = { tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10]) }
-- Above its maxmemory, Redis accepts only short messages with a short TTL, up to the reserve. Bytes that wait for a slow disk
-- count neither there nor here.
local function hasReserve()
  local info = redis.call('INFO', 'memory')
  local function read(name) return tonumber(string.match(info, name .. ':(%d+)') or 0) end
  return read('used_memory') - read('mem_aof_buffer') < read('maxmemory') * (1 + reserved)
end
-- `part`: where its keys and messages begin, and its counts. `isRough`: messages that have just expired can still count.
local function put(part, isRough, publisher, address)
  local topics, usages, fresh, reply = {}, {}, {}, {}
  for index = 1, part.topicCount do
    topics[index] = topicAt(part.base + index)
    if isRough then dropLate(topics[index]) else dropExpired(topics[index]) end
    local found = redis.call('HMGET', topics[index].box, 'queued', 'queuedLength', 'kept', 'keptLength')
    usages[index] = { queued = tonumber(found[1] or 0), queuedLength = tonumber(found[2] or 0),
      kept = tonumber(found[3] or 0), keptLength = tonumber(found[4] or 0), ids = {} }
  end
  local accounts = accountsAt((part.base + part.topicCount) * 3 + 1, part.accountCount, isRough)
  for first = part.first, part.first + part.messageCount * 8 - 1, 8 do
    local index = tonumber(ARGV[first])
    local one = { topic = topics[index], id = ARGV[first + 1], length = tonumber(ARGV[first + 2]), publishedAt = at,
      expiresAt = at + tonumber(ARGV[first + 3]), tag = ARGV[first + 4], message = ARGV[first + 5],
      attestation = ARGV[first + 6], address = address }
    local usage = usages[index]
    if find(one.topic, one.id) or usage.ids[one.id] then
      table.insert(reply, '')
    else
      if isFull and not (ARGV[first + 7] == '1' and hasReserve()) then return { 'full' } end
      local mayQueue = usage.queued < tonumber(ARGV[3]) and usage.queuedLength + one.length <= tonumber(ARGV[4])
      local mayKeep = usage.kept < tonumber(ARGV[5]) and usage.keptLength + one.length <= tonumber(ARGV[6])
      local bound = not (mayQueue and mayKeep) and 'topic' or boundOf(accounts, one.length, most)
      if bound and isRough then return nil end
      if bound then
        local messages, length, ofAddress = usageOf(accounts, most)
        return { 'refused', bound, usage.queued, usage.queuedLength, usage.kept, usage.keptLength, messages, length,
          ofAddress, one.length }
      end
      usage.queued, usage.queuedLength = usage.queued + 1, usage.queuedLength + one.length
      usage.kept, usage.keptLength = usage.kept + 1, usage.keptLength + one.length
      countIn(accounts, one.length)
      usage.ids[one.id], usage.isChanged = true, true
      table.insert(reply, 'new')
      table.insert(fresh, { place = #reply, one = one })
    end
  end
  for index, usage in ipairs(usages) do
    if usage.isChanged then
      redis.call('HSET', topics[index].box, 'queued', text(usage.queued), 'queuedLength', text(usage.queuedLength),
        'kept', text(usage.kept), 'keptLength', text(usage.keptLength))
    end
  end
  for _, item in ipairs(fresh) do
    local one = item.one
    reply[item.place] = store(one.topic, publisher, one)
    for _, account in ipairs(accounts) do
      if not claim(account, claimOf(one.topic, one.id, one.length), one.expiresAt, true) then counted = {} end
    end
  end
  return { 'stored', text(at), reply }
end
local replies, first, base = {}, 12, 0
while first <= #ARGV do
  local publisher, address, topicCount, accountCount, messageCount = unpack(ARGV, first, first + 4)
  local part = { base = base, first = first + 5, topicCount = tonumber(topicCount), accountCount = tonumber(accountCount),
    messageCount = tonumber(messageCount) }
  local reply = not isFull and put(part, true, publisher, address)
  -- The cached accounts already include messages that were not stored, so they are read again.
  if not reply then counted = {} end
  reply = reply or put(part, false, publisher, address)
  if reply[1] ~= 'stored' then counted = {} end
  table.insert(replies, reply)
  first, base = part.first + part.messageCount * 8, base + part.topicCount + part.accountCount
end
return replies
