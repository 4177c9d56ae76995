-- ARGV: at, whether this is a single Redis, then a topic index and a sequence for each message. Without messages: those of the
-- first topic, about 500 at once.
-- Drops taken messages to make room. Returns their number, and the claims to release on other nodes.
local isAlone, named, dropped, released = ARGV[2] == '1', {}, 0, {}
for first = 3, #ARGV, 2 do table.insert(named, { topicAt(tonumber(ARGV[first])), ARGV[first + 1] }) end
if #named == 0 then
  for _, sequence in ipairs(redis.call('ZRANGE', topicAt(1).order, 0, 500)) do
    if sequence ~= 'last' then table.insert(named, { topicAt(1), sequence }) end
  end
end
for _, one in ipairs(named) do
  local topic, sequence = one[1], one[2]
  local note = read(topic, 'n' .. sequence)
  if note and redis.call('HEXISTS', topic.box, 't' .. sequence) == 1 then
    forget(topic, { sequence })
    dropped = dropped + 1
    local member, taken = claimOf(topic, note[2], note[3]), takenAs(topic, sequence, note[3])
    if isAlone then
      for _, account in ipairs(accountsOf(note[1], note[5])) do release(account, member, taken) end
    else
      table.insert(released, { note[1], note[5] or '', member, taken })
    end
  end
end
return { text(dropped), released }
