import { createHash } from 'node:crypto'

/** A Lua script and the name Redis keeps it under. */
export type RedisScript = { readonly text: string; readonly sha1: string }

// Every script begins so: ARGV[1] is the time in milliseconds, '' asks Redis for it. KEYS come in threes, one topic each:
// box    hash: n<sequence> note, m<sequence> message, t<sequence> who took it, i<message id> sequence or txn,
//        s<txn> messages of an undecided put, `staged` and `decisions` maps by txn, r<taker> what a client need not be
//        shown, and counters
// order  sorted set: sequences by themselves      expiry  sorted set: sequences and r<taker> by when they expire
// `last` in both sorted sets keeps all three in being together, as a slot on its way to another node needs it.
const topics = `
local clock = redis.call('TIME')
local micros = clock[1] * 1000000 + clock[2]
local at = ARGV[1] == '' and math.floor(micros / 1000) or tonumber(ARGV[1])
-- Longer than messages live: they expire by the scripts' clock, keys only so that nothing stays for ever.
local slackMs = 60000
local decisionMs = 3600000

local function text(number) return string.format('%.0f', number) end
local function topicAt(index)
  local first = index * 3 - 2
  return { box = KEYS[first], order = KEYS[first + 1], expiry = KEYS[first + 2] }
end
local function add(topic, field, by) redis.call('HINCRBY', topic.box, field, text(by)) end
local function read(topic, field)
  local packed = redis.call('HGET', topic.box, field)
  return packed and cmsgpack.unpack(packed)
end
local function write(topic, field, value)
  if next(value) == nil then redis.call('HDEL', topic.box, field)
  else redis.call('HSET', topic.box, field, cmsgpack.pack(value)) end
end
local function say(topic, news)
  redis.call('SPUBLISH', string.sub(topic.box, 1, -4) .. 'news', news)
end
local function keep(topic, untilAt)
  local neededMs = untilAt - at + slackMs
  if redis.call('PTTL', topic.box) >= neededMs - slackMs / 2 then return end
  redis.call('ZADD', topic.expiry, '+inf', 'last')
  redis.call('ZADD', topic.order, 'NX', 0, 'last')
  for _, key in pairs(topic) do redis.call('PEXPIRE', key, text(neededMs)) end
end
local function countOut(topic, length, isTaken)
  add(topic, 'kept', -1)
  add(topic, 'keptLength', -length)
  if isTaken then return end
  add(topic, 'queued', -1)
  add(topic, 'queuedLength', -length)
end
local function forget(topic, sequence)
  local note = read(topic, 'n' .. sequence)
  if note then
    countOut(topic, note[3], redis.call('HEXISTS', topic.box, 't' .. sequence) == 1)
    redis.call('HDEL', topic.box, 'n' .. sequence, 'm' .. sequence, 't' .. sequence)
    if redis.call('HGET', topic.box, 'i' .. note[2]) == sequence then redis.call('HDEL', topic.box, 'i' .. note[2]) end
  end
  redis.call('ZREM', topic.order, sequence)
  redis.call('ZREM', topic.expiry, sequence)
end
local function dropExpired(topic)
  local due = redis.call('ZRANGEBYSCORE', topic.expiry, '-inf', text(at), 'LIMIT', 0, 500)
  local dropped = 0
  for _, member in ipairs(due) do
    if string.sub(member, 1, 1) == 'r' then
      redis.call('HDEL', topic.box, member)
      redis.call('ZREM', topic.expiry, member)
    else
      forget(topic, member)
      dropped = dropped + 1
    end
  end
  return dropped
end
-- What a message id stands for: an unexpired sequence, or the txn that has it staged.
local function find(topic, id)
  local found = redis.call('HGET', topic.box, 'i' .. id)
  if not found then return nil, nil end
  if string.sub(found, 1, 1) == 's' then return nil, string.sub(found, 2) end
  local note = read(topic, 'n' .. found)
  if note and note[4] > at then return found, nil end
  return nil, nil
end
local function store(topic, publisher, one)
  -- Never given twice: after all of a topic has expired the clock has gone on.
  local last = tonumber(redis.call('ZSCORE', topic.order, 'last') or 0)
  local sequence = math.max(last + 1, micros)
  local name = text(sequence)
  redis.call('HSET', topic.box, 'n' .. name, cmsgpack.pack({ publisher, one.id, one.length, one.expiresAt }),
    'm' .. name, cmsgpack.pack({ one.message, one.tag, one.attestation, text(one.publishedAt) }), 'i' .. one.id, name)
  redis.call('ZADD', topic.order, name, name, name, 'last')
  redis.call('ZADD', topic.expiry, text(one.expiresAt), name)
  keep(topic, one.expiresAt)
  say(topic, name .. ' ' .. publisher)
  return name
end
-- Of topic and message id a part: members of up to 64 bytes take a third of the memory.
local function claimOf(topic, id, length)
  local name = string.match(topic.box, '{(.*)}')
  return text(length) .. ':' .. string.sub(name, 1, 16) .. ':' .. string.sub(id, 1, 16)
end
local function stagedOf(topic, index, list)
  for txn, staged in pairs(read(topic, 'staged') or {}) do
    table.insert(list, { text(index), txn, staged[1], text(at - staged[2]) })
  end
end
`

// What one publisher has waiting: `claims` sorted set of <length>:<of topic>:<of message id> by expiry, `sum` of the lengths.
const claims = `
local function claimsOf(claims, sum)
  local due = redis.call('ZRANGEBYSCORE', claims, '-inf', text(at))
  for _, member in ipairs(due) do
    redis.call('ZREM', claims, member)
    redis.call('DECRBY', sum, string.match(member, '^%d+'))
  end
  return redis.call('ZCARD', claims), tonumber(redis.call('GET', sum) or 0)
end
local function claim(claims, sum, member, expiresAt)
  if redis.call('ZADD', claims, 'NX', text(expiresAt), member) == 0 then return false end
  redis.call('INCRBY', sum, string.match(member, '^%d+'))
  local neededMs = expiresAt - at + slackMs
  if redis.call('PTTL', claims) < neededMs - slackMs / 2 then
    redis.call('PEXPIRE', claims, text(neededMs))
    redis.call('PEXPIRE', sum, text(neededMs))
  end
  return true
end
local function release(claims, sum, member)
  if redis.call('ZREM', claims, member) == 0 then return end
  if redis.call('ZCARD', claims) == 0 then redis.call('DEL', sum)
  else redis.call('DECRBY', sum, string.match(member, '^%d+')) end
end
`

// ARGV: at, publisher, mode, txn, the coordinator's topic (stage) or how long the decision is kept in milliseconds (commit),
// isFull, four limits of a topic, two of a publisher, then seven a message.
// KEYS: the topics; of one Redis also the publisher's claims. First all is looked at, then all is written.
const put = `
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
`

// ARGV: at, client, taker, page of messages, page of bytes, messages and bytes found by earlier calls, the topic to begin
// with, then a position for each topic. Returns where to go on, '' when all is read.
// What is not for the client it walks past once: runs of it become spans, each from the message before to the last of it.
// Spans stay true: sequences grow, and nothing taken comes back. They go when the last message in them has expired.
const pending = `
local client, taker, mostMessages, mostLength = ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local count, length = tonumber(ARGV[6]), tonumber(ARGV[7])
local messages, staged, hasMore, work = {}, {}, '0', 0
-- Redis does nothing else meanwhile: a few milliseconds. Shorter runs cost less to walk than to remember.
local mostWork, leastRun, chunk = 1000, 32, 200

local function learn(topic, field, spans, lastAt)
  local first, kept = redis.call('ZRANGE', topic.order, 0, 0)[1], {}
  for place = 1, #spans, 2 do
    if first ~= 'last' and spans[place + 1] >= tonumber(first) then
      table.insert(kept, spans[place])
      table.insert(kept, spans[place + 1])
    end
  end
  write(topic, field, kept)
  redis.call('ZADD', topic.expiry, 'GT', text(lastAt), field)
end
local function readTopic(topic, index, after)
  local field = 'r' .. taker
  local packed = redis.call('HGET', topic.box, field)
  local known, spans, place = packed and cmsgpack.unpack(packed) or {}, {}, 1
  local start, run, lastAt, stoppedAt = after, 0, 0, nil
  local function span(from, to)
    table.insert(spans, from)
    table.insert(spans, to)
  end
  local function endRun()
    if run >= leastRun then span(start, after) end
    run = 0
  end
  local function jump()
    while known[place] and known[place] <= after do
      start, after, run = math.min(start, known[place]), known[place + 1], run + leastRun
      place, work = place + 2, work + 1
    end
  end
  -- Whether the page has room.
  local function look(sequence, takers, packedNote)
    local note = packedNote and cmsgpack.unpack(packedNote)
    local isExpired = note and note[4] <= at
    if not note or isExpired or note[1] == client or (takers and string.find(takers, taker, 1, true)) then
      -- A clock may go back.
      if isExpired then endRun() else run = run + 1 end
      if note then lastAt = math.max(lastAt, note[4]) end
    else
      endRun()
      if count > 0 and (count >= mostMessages or length + note[3] > mostLength) then return false end
      local one = read(topic, 'm' .. sequence)
      table.insert(messages, { text(index), sequence, note[1], one[1], one[2], one[3], one[4], text(note[4]) })
      count, length = count + 1, length + note[3]
    end
    after = tonumber(sequence)
    if run == 0 then start = after end
    return true
  end
  local function walk()
    while true do
      jump()
      if work >= mostWork then return text(after) end
      local upTo = known[place]
      local sequences = redis.call('ZRANGEBYSCORE', topic.order, '(' .. text(after), upTo and text(upTo) or '+inf',
        'LIMIT', 0, chunk)
      local isEnd = #sequences < chunk
      if sequences[#sequences] == 'last' then table.remove(sequences) end
      work = work + #sequences
      local fields = {}
      for position, sequence in ipairs(sequences) do
        fields[position] = 't' .. sequence
        fields[position + #sequences] = 'n' .. sequence
      end
      local found = #fields > 0 and redis.call('HMGET', topic.box, unpack(fields))
      for position, sequence in ipairs(sequences) do
        if not look(sequence, found[position], found[position + #sequences]) then
          hasMore = '1'
          return ''
        end
      end
      if isEnd and not upTo then return '' end
      if isEnd then after = upTo end
    end
  end
  while known[place] and known[place + 1] < after do
    span(known[place], known[place + 1])
    place = place + 2
  end
  stoppedAt = walk()
  endRun()
  for rest = place, #known, 2 do span(known[rest], known[rest + 1]) end
  if #spans > 0 and cmsgpack.pack(spans) ~= packed then learn(topic, field, spans, lastAt) end
  return stoppedAt
end
for index = tonumber(ARGV[8]), #KEYS / 3 do
  local topic = topicAt(index)
  stagedOf(topic, index, staged)
  if hasMore == '0' then
    work = work + 1 + dropExpired(topic)
    local stoppedAt = readTopic(topic, index, tonumber(ARGV[8 + index]))
    if stoppedAt ~= '' then return { hasMore, messages, staged, text(index), stoppedAt } end
  end
end
return { hasMore, messages, staged, '', '' }
`

// ARGV: at, client, taker, most takers of a message, whether this is one Redis, then a topic's index and a sequence each.
// Returns the claims to release on other nodes.
const remove = `
local client, taker, mostLength, isAlone = ARGV[2], ARGV[3], tonumber(ARGV[4]) * #ARGV[3], ARGV[5] == '1'
local released = {}
for first = 6, #ARGV, 2 do
  local topic, sequence = topicAt(tonumber(ARGV[first])), ARGV[first + 1]
  local note = read(topic, 'n' .. sequence)
  if note and note[1] ~= client then
    local takers = redis.call('HGET', topic.box, 't' .. sequence) or ''
    if not string.find(takers, taker, 1, true) and #takers < mostLength then
      redis.call('HSET', topic.box, 't' .. sequence, takers .. taker)
      if takers == '' then
        add(topic, 'queued', -1)
        add(topic, 'queuedLength', -note[3])
        local member = claimOf(topic, note[2], note[3])
        local claims = 'hawser:{' .. note[1] .. '}:'
        if isAlone then release(claims .. 'claims', claims .. 'sum', member)
        else table.insert(released, { note[1], member }) end
      end
    end
  end
end
return released
`

// ARGV: at, then a topic's index and a message id each.
const findAll = `
local found = {}
for first = 2, #ARGV, 2 do
  local sequence = find(topicAt(tonumber(ARGV[first])), ARGV[first + 1])
  table.insert(found, sequence or '')
end
return found
`

const purge = `
return dropExpired(topicAt(1))
`

// ARGV: at, most messages, most bytes, then a member and its TTL each. All or none.
const claimAll = `
local mostMessages, mostLength = tonumber(ARGV[2]), tonumber(ARGV[3])
local messages, length = claimsOf(KEYS[1], KEYS[2])
local before, beforeLength, taken = messages, length, {}
for first = 4, #ARGV, 2 do
  if not redis.call('ZSCORE', KEYS[1], ARGV[first]) and not taken[ARGV[first]] then
    local one = tonumber(string.match(ARGV[first], '^%d+'))
    if messages >= mostMessages or length + one > mostLength then
      return { 'refused', messages, length, one }
    end
    messages, length = messages + 1, length + one
    taken[ARGV[first]] = true
  end
end
for first = 4, #ARGV, 2 do claim(KEYS[1], KEYS[2], ARGV[first], at + tonumber(ARGV[first + 1])) end
local fresh = {}
for member in pairs(taken) do table.insert(fresh, member) end
return { 'claimed', fresh }
`

const releaseAll = `
for index = 2, #ARGV do release(KEYS[1], KEYS[2], ARGV[index]) end
return 'OK'
`

// ARGV: at, txn. What was staged is stored, and is told.
const apply = `
local topic, stored = topicAt(1), {}
local mine = read(topic, 's' .. ARGV[2])
if not mine then return stored end
local staged = read(topic, 'staged') or {}
staged[ARGV[2]] = nil
write(topic, 'staged', staged)
redis.call('HDEL', topic.box, 's' .. ARGV[2])
for _, item in ipairs(mine) do
  local one = { id = item[2], length = item[3], expiresAt = item[4], message = item[5], tag = item[6],
    attestation = item[7], publishedAt = item[8] }
  table.insert(stored, { one.id, store(topic, item[1], one), text(one.publishedAt), text(one.expiresAt) })
end
return stored
`

// ARGV: at, txn. What was staged is gone; returns the claims to release.
const drop = `
local topic, released = topicAt(1), {}
local mine = read(topic, 's' .. ARGV[2])
if not mine then return released end
local staged = read(topic, 'staged') or {}
staged[ARGV[2]] = nil
write(topic, 'staged', staged)
redis.call('HDEL', topic.box, 's' .. ARGV[2])
for _, item in ipairs(mine) do
  countOut(topic, item[3], false)
  redis.call('HDEL', topic.box, 'i' .. item[2])
  table.insert(released, { item[1], claimOf(topic, item[2], item[3]) })
end
return released
`

// ARGV: at, txn, whether to abort what is not decided. An abort is remembered: the commit may still be on its way.
const decide = `
local topic = topicAt(1)
local decisions = read(topic, 'decisions') or {}
local decision = decisions[ARGV[2]]
if decision then return decision[1] end
if ARGV[3] ~= '1' then return 'undecided' end
decisions[ARGV[2]] = { 'aborted', at + decisionMs }
write(topic, 'decisions', decisions)
keep(topic, at + decisionMs)
return 'aborted'
`

// ARGV: at, txn. Of a commit whose messages are all stored.
const settle = `
local topic = topicAt(1)
local decisions = read(topic, 'decisions') or {}
decisions[ARGV[2]] = nil
if redis.call('EXISTS', topic.box) == 1 then write(topic, 'decisions', decisions) end
return 'OK'
`

// Without this flag Redis refuses a script as a whole while it is above maxmemory.
const always = '#!lua flags=allow-oom\n'
const unlessFull = '#!lua\n'

function scriptOf(text: string): RedisScript {
  return { text, sha1: createHash('sha1').update(text).digest('hex') }
}

/** All that is done in Redis. Each script is one step: it happens as a whole or not at all. */
export const redisScripts = {
  put: scriptOf(unlessFull + topics + claims + put),
  putWhenFull: scriptOf(always + topics + claims + put),
  pending: scriptOf(always + topics + pending),
  remove: scriptOf(always + topics + claims + remove),
  find: scriptOf(always + topics + findAll),
  purge: scriptOf(always + topics + purge),
  claim: scriptOf(always + topics + claims + claimAll),
  release: scriptOf(always + topics + claims + releaseAll),
  apply: scriptOf(always + topics + apply),
  drop: scriptOf(always + topics + drop),
  decide: scriptOf(always + topics + decide),
  settle: scriptOf(always + topics + settle),
}
