-- Appends messages to the logs of their topics, and publishes them as news. ARGV: the reserved share of Redis or '' while Redis
-- is not full, then each caller's part: the numbers of topics and messages, then for each message the index of its topic, its
-- id, the id before it, flags, how long to keep the log in ms, and its body. Flags: 'c' to check the id before, 'w' if its relay
-- watches the topic, 's' if subscribers can be at other nodes of a cluster.
-- KEYS: the logs of each part. A part is appended whole or not at all. It is 'behind' if a log has a message that its relay does
-- not know. The answer then names the topic and the last id that the log has given out.
local mostNewsLength = 16384
local slackMs = 60000
-- Above its maxmemory, Redis accepts only short messages with a short TTL, up to the reserve. Bytes that wait for a slow disk
-- count neither there nor here.
local function hasReserve(reserved)
  local info = redis.call('INFO', 'memory')
  local function read(name) return tonumber(string.match(info, name .. ':(%d+)') or 0) end
  return read('used_memory') - read('mem_aof_buffer') < read('maxmemory') * (1 + reserved)
end
local function lastOf(log)
  local last = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
  return last and last[1] or '-'
end
local function behind(index, log)
  local info, id = redis.pcall('XINFO', 'STREAM', log), '-'
  for place = 1, #info, 2 do if info[place] == 'last-generated-id' then id = info[place + 1] end end
  return 'behind ' .. index .. ' ' .. id
end
local function isAppended(log, id, before, flags, body)
  if string.find(flags, 'c', 1, true) and lastOf(log) ~= before then return false end
  local answer = redis.pcall('XADD', log, id, 'b', body)
  if type(answer) ~= 'table' then return true end
  if string.find(answer.err, 'equal or smaller', 1, true) then return false end
  error(answer)
end
-- A message has no body in its news if it is long, or if only its own relay listens. If another relay is the one that listens,
-- because this relay has lost its subscription, that relay reads the log.
local function publish(log, news, flags, body)
  local channel = string.sub(log, 1, -4) .. 'news'
  local isAlone = false
  if not string.find(flags, 's', 1, true) then
    local listeners = redis.call('PUBSUB', 'SHARDNUMSUB', channel)[2]
    if listeners == 0 then return end
    isAlone = listeners == 1 and string.find(flags, 'w', 1, true)
  end
  if #body <= mostNewsLength and not isAlone then news = news .. ' ' .. body end
  redis.call('SPUBLISH', channel, news)
end
-- A log may expire a minute earlier, so that not every message sets its time.
local function keep(log, keepMs)
  if redis.call('PTTL', log) < keepMs - slackMs then redis.call('PEXPIRE', log, keepMs) end
end
local function append(base, first, count)
  for place = first, first + (count - 1) * 6, 6 do
    local index, id, before, flags, _, body = unpack(ARGV, place, place + 5)
    local log = KEYS[base + tonumber(index)]
    if not isAppended(log, id, before, flags, body) then
      for earlier = first, place - 6, 6 do
        local log = KEYS[base + tonumber(ARGV[earlier])]
        redis.call('XDEL', log, ARGV[earlier + 1])
        keep(log, ARGV[earlier + 4])
      end
      return behind(index, log)
    end
  end
  for place = first, first + (count - 1) * 6, 6 do
    local index, id, before, flags, keepMs, body = unpack(ARGV, place, place + 5)
    local log = KEYS[base + tonumber(index)]
    keep(log, keepMs)
    publish(log, id .. ' ' .. before, flags, body)
  end
  return 'appended'
end
local replies, first, base = {}, 2, 0
local isFull = ARGV[1] ~= '' and not hasReserve(tonumber(ARGV[1]))
while first <= #ARGV do
  local topicCount, messageCount = tonumber(ARGV[first]), tonumber(ARGV[first + 1])
  table.insert(replies, isFull and 'full' or append(base, first + 2, messageCount))
  first, base = first + 2 + messageCount * 6, base + topicCount
end
return replies
