-- Records acks in the ack logs of their topics. KEYS: the ack logs. ARGV: for each, the id of the ack, the ack, and how long to keep
-- the ack log in ms.
-- An ack log may expire this much earlier, so that not every ack sets its time.
local slackMs = 60000
local replies = {}
for index, acks in ipairs(KEYS) do
  local id, ack, keepMs = unpack(ARGV, index * 3 - 2, index * 3)
  local answer = redis.pcall('XADD', acks, id, 'b', ack)
  -- The clock of this relay is behind that of another one.
  if type(answer) == 'table' then redis.call('XADD', acks, '*', 'b', ack) end
  if redis.call('PTTL', acks) < keepMs - slackMs then redis.call('PEXPIRE', acks, keepMs) end
  replies[index] = ''
end
return replies
