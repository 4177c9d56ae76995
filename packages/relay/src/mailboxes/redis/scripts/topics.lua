-- Functions over topics. Every script begins with this file. ARGV[1] is the time in milliseconds; '' means Redis's clock.
-- KEYS come in threes, one topic each:
-- box    hash: n<sequence> note (publisher, message id, length, expiry, address), m<sequence> message, t<sequence> its takers,
--        i<message id> sequence, r<taker> spans that the client need not read, and counters
-- order  sorted set: sequences by number      expiry  sorted set: sequences and r<taker> by their expiry
-- `last` in both sorted sets keeps all three keys alive together, as required while a slot moves to another node.
local clock = redis.call('TIME')
local micros = clock[1] * 1000000 + clock[2]
local at = ARGV[1] == '' and math.floor(micros / 1000) or tonumber(ARGV[1])
-- Messages expire by the scripts' clock. Keys live longer and expire only so that nothing stays forever.
local slackMs = 60000
-- A put leaves messages that have just expired, so that several are dropped at once.
local lateMs = 1000
-- Redis closes the connection of a relay that leaves 32 MB of news unread.
local mostNewsLength = 16384

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
-- `kept` and `queued`: the number of messages, and their length.
local function countOut(topic, kept, queued)
  add(topic, 'kept', -kept.count)
  add(topic, 'keptLength', -kept.length)
  if queued.count == 0 then return end
  add(topic, 'queued', -queued.count)
  add(topic, 'queuedLength', -queued.length)
end
local function addTo(sum, length) sum.count, sum.length = sum.count + 1, sum.length + length end
-- At most a thousand sequences: Lua passes no more than 8,000 values to a call.
local function forget(topic, sequences)
  local fields, total = {}, #sequences
  for place, sequence in ipairs(sequences) do
    fields[place], fields[place + total] = 'n' .. sequence, 't' .. sequence
  end
  local found, dead, ids, named = redis.call('HMGET', topic.box, unpack(fields)), {}, {}, {}
  local kept, queued = { count = 0, length = 0 }, { count = 0, length = 0 }
  for place, sequence in ipairs(sequences) do
    local note = found[place] and cmsgpack.unpack(found[place])
    if note then
      addTo(kept, note[3])
      if not found[place + total] then addTo(queued, note[3]) end
      for _, kind in ipairs({ 'n', 'm', 't' }) do table.insert(dead, kind .. sequence) end
      table.insert(ids, 'i' .. note[2])
      table.insert(named, sequence)
    end
  end
  if #ids > 0 then
    -- An id can belong to a later message with the same text.
    for place, sequence in ipairs(redis.call('HMGET', topic.box, unpack(ids))) do
      if sequence == named[place] then table.insert(dead, ids[place]) end
    end
    redis.call('HDEL', topic.box, unpack(dead))
    countOut(topic, kept, queued)
  end
  redis.call('ZREM', topic.order, unpack(sequences))
  redis.call('ZREM', topic.expiry, unpack(sequences))
end
local function dropExpired(topic)
  local sequences, spans = {}, {}
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', topic.expiry, '-inf', text(at), 'LIMIT', 0, 500)) do
    table.insert(string.sub(member, 1, 1) == 'r' and spans or sequences, member)
  end
  if #spans > 0 then
    redis.call('HDEL', topic.box, unpack(spans))
    redis.call('ZREM', topic.expiry, unpack(spans))
  end
  if #sequences > 0 then forget(topic, sequences) end
  return #sequences
end
local function dropLate(topic)
  local late = redis.call('ZRANGEBYSCORE', topic.expiry, '-inf', text(at - lateMs), 'LIMIT', 0, 1)
  if #late > 0 then dropExpired(topic) end
end
-- The unexpired sequence of a message id.
local function find(topic, id)
  local found = redis.call('HGET', topic.box, 'i' .. id)
  local note = found and read(topic, 'n' .. found)
  return note and note[4] > at and found or nil
end
-- A client that has all messages up to `last` can take the message from the news without a read.
local function newsOf(name, publisher, last, one)
  local news = name .. ' ' .. publisher
  if one.length > mostNewsLength or string.find(one.attestation, '\n', 1, true) then return news end
  local line = { text(last), text(one.publishedAt), text(one.expiresAt), one.tag, one.attestation }
  return news .. '\n' .. table.concat(line, ' ') .. '\n' .. one.message
end
local function store(topic, publisher, one)
  -- Sequences are never reused: once all messages of a topic have expired, the clock has moved on.
  local last = tonumber(redis.call('ZSCORE', topic.order, 'last') or 0)
  local sequence = math.max(last + 1, micros)
  local name = text(sequence)
  redis.call('HSET', topic.box, 'n' .. name, cmsgpack.pack({ publisher, one.id, one.length, one.expiresAt, one.address }),
    'm' .. name, cmsgpack.pack({ one.message, one.tag, one.attestation, text(one.publishedAt) }), 'i' .. one.id, name)
  redis.call('ZADD', topic.order, name, name, name, 'last')
  redis.call('ZADD', topic.expiry, text(one.expiresAt), name)
  keep(topic, one.expiresAt)
  say(topic, newsOf(name, publisher, last, one))
  return name
end
-- Uses only parts of the topic and message id: members of up to 64 bytes take a third of the memory.
local function claimOf(topic, id, length)
  local name = string.match(topic.box, '{(.*)}')
  return text(length) .. ':' .. string.sub(name, 1, 16) .. ':' .. string.sub(id, 1, 16)
end
