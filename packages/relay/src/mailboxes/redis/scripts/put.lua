-- ARGV: at, publisher, mode, txn, the coordinator's topic (stage) or how long the decision is kept in milliseconds (commit),
-- isFull, four limits of a topic, two of a publisher, then seven a message.
-- KEYS: the topics; of one Redis also the publisher's claims. First all is looked at, then all is written.
local publisher, mode, txn, isFull = ARGV[2], ARGV[3], ARGV[4], ARGV[6] == '1'
local topicCount = math.floor(#KEYS / 3)
local claimsKey, sumKey = KEYS[topicCount * 3 + 1], KEYS[topicCount * 3 + 2]
local topics, usages, fresh, reply, staged = {}, {}, {}, {}, {}
for index = 1, topicCount do
  topics[index] = topicAt(index)
  dropExpired(topics[index])
  local found = redis.call('HMGET', topics[index].box, 'queued', 'queuedLength', 'kept', 'keptLength', 'staged')
  if found[5] then stagedOf(topics[index], index, staged) end
  usages[index] = { queued = tonumber(found[1] or 0), queuedLength = tonumber(found[2] or 0),
    kept = tonumber(found[3] or 0), keptLength = tonumber(found[4] or 0), ids = {} }
end
if mode == 'commit' and (read(topics[1], 'decisions') or {})[txn] then return { 'aborted' } end
local claimed, claimedLength = 0, 0
if claimsKey then claimed, claimedLength = claimsOf(claimsKey, sumKey) end
for first = 13, #ARGV, 7 do
  local index = tonumber(ARGV[first])
  local one = { topic = topics[index], id = ARGV[first + 1], length = tonumber(ARGV[first + 2]), publishedAt = at,
    expiresAt = at + tonumber(ARGV[first + 3]), tag = ARGV[first + 4], message = ARGV[first + 5],
    attestation = ARGV[first + 6] }
  local usage = usages[index]
  local sequence, stagedBy = find(one.topic, one.id)
  if stagedBy then return { 'undecided', staged } end
  if sequence or usage.ids[one.id] then
    table.insert(reply, '')
  else
    if isFull then return { 'full' } end
    local mayQueue = usage.queued < tonumber(ARGV[7]) and usage.queuedLength + one.length <= tonumber(ARGV[8])
    local mayKeep = usage.kept < tonumber(ARGV[9]) and usage.keptLength + one.length <= tonumber(ARGV[10])
    local mayClaim = not claimsKey
      or (claimed < tonumber(ARGV[11]) and claimedLength + one.length <= tonumber(ARGV[12]))
    if not (mayQueue and mayKeep and mayClaim) then
      return { 'refused', usage.queued, usage.queuedLength, usage.kept, usage.keptLength, claimed, claimedLength,
        one.length }
    end
    usage.queued, usage.queuedLength = usage.queued + 1, usage.queuedLength + one.length
    usage.kept, usage.keptLength = usage.kept + 1, usage.keptLength + one.length
    claimed, claimedLength = claimed + 1, claimedLength + one.length
    usage.ids[one.id], usage.isChanged = true, true
    table.insert(reply, 'new')
    table.insert(fresh, { place = #reply, one = one, index = index })
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
  if mode ~= 'stage' then reply[item.place] = store(one.topic, publisher, one) end
  if claimsKey then
    claim(claimsKey, sumKey, claimOf(one.topic, one.id, one.length), one.expiresAt)
  end
end
if mode == 'stage' then
  for index, topic in ipairs(topics) do
    local mine, lastAt = {}, 0
    for _, item in ipairs(fresh) do
      local one = item.one
      if item.index == index then
        table.insert(mine, { publisher, one.id, one.length, one.expiresAt, one.message, one.tag, one.attestation, at })
        redis.call('HSET', topic.box, 'i' .. one.id, 's' .. txn)
        lastAt = math.max(lastAt, one.expiresAt)
      end
    end
    if #mine > 0 then
      redis.call('HSET', topic.box, 's' .. txn, cmsgpack.pack(mine))
      local known = read(topic, 'staged') or {}
      known[txn] = { ARGV[5], at }
      write(topic, 'staged', known)
      keep(topic, lastAt)
      say(topic, 'staged')
    end
  end
end
if mode == 'commit' then
  local decisions = read(topics[1], 'decisions') or {}
  for known, decision in pairs(decisions) do
    if decision[2] < at then decisions[known] = nil end
  end
  local untilAt = at + tonumber(ARGV[5])
  decisions[txn] = { 'committed', untilAt }
  write(topics[1], 'decisions', decisions)
  keep(topics[1], untilAt)
end
return { 'stored', text(at), reply, staged }
