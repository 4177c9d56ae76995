-- ARGV: at, then a topic index and a message id for each message.
local found = {}
for first = 2, #ARGV, 2 do
  local sequence = find(topicAt(tonumber(ARGV[first])), ARGV[first + 1])
  table.insert(found, sequence or '')
end
return found
