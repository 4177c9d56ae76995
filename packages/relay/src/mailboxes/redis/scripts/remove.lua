-- ARGV: at, client, taker, most takers of a message, whether this is one Redis, then a topic's index and a sequence each.
-- Returns what to note as taken on other nodes.
local client, taker, mostLength, isAlone = ARGV[2], ARGV[3], tonumber(ARGV[4]) * #ARGV[3], ARGV[5] == '1'
local taken = {}
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
        local member = takenAs(topic, sequence, note[3])
        if isAlone then
          for _, account in ipairs(accountsOf(note[1], note[5])) do take(account, member, note[4]) end
        else
          table.insert(taken, { note[1], note[5] or '', member, text(note[4]) })
        end
      end
    end
  end
end
return taken
