-- ARGV: at, most takers of a message, whether this is a single Redis, then each caller's part: client, taker, the numbers of
-- topics and messages, then a topic index and a sequence for each message. KEYS: the topics of all parts, in order.
-- Returns for each part the messages to record as taken on other nodes.
local mostTakers, isAlone = tonumber(ARGV[2]), ARGV[3] == '1'
local replies, first, base = {}, 4, 0
local function remove(client, taker, topic, sequence, taken)
  local found = redis.call('HMGET', topic.box, 'n' .. sequence, 't' .. sequence, 'queued', 'queuedLength')
  local note, takers = found[1] and cmsgpack.unpack(found[1]), found[2] or ''
  if not note or note[1] == client then return end
  if string.find(takers, taker, 1, true) or #takers >= mostTakers * #taker then return end
  if takers ~= '' then return redis.call('HSET', topic.box, 't' .. sequence, takers .. taker) end
  redis.call('HSET', topic.box, 't' .. sequence, taker, 'queued', text(tonumber(found[3] or 0) - 1), 'queuedLength',
    text(tonumber(found[4] or 0) - note[3]))
  local member = takenAs(topic, sequence, note[3])
  if isAlone then
    for _, account in ipairs(accountsOf(note[1], note[5])) do take(account, member, note[4]) end
  else
    table.insert(taken, { note[1], note[5] or '', member, text(note[4]) })
  end
end
while first <= #ARGV do
  local client, taker, topicCount, messageCount = unpack(ARGV, first, first + 3)
  local taken = {}
  first = first + 4
  for _ = 1, tonumber(messageCount) do
    remove(client, taker, topicAt(base + tonumber(ARGV[first])), ARGV[first + 1], taken)
    first = first + 2
  end
  base = base + tonumber(topicCount)
  table.insert(replies, taken)
end
return replies
