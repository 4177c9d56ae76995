-- ARGV: at, txn. Of a commit whose messages are all stored.
local topic = topicAt(1)
local decisions = read(topic, 'decisions') or {}
decisions[ARGV[2]] = nil
if redis.call('EXISTS', topic.box) == 1 then write(topic, 'decisions', decisions) end
return 'OK'
