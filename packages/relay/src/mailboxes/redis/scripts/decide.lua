-- ARGV: at, txn, whether to abort what is not decided. An abort is remembered: the commit may still be on its way.
local topic = topicAt(1)
local decisions = read(topic, 'decisions') or {}
local decision = decisions[ARGV[2]]
if decision then return decision[1] end
if ARGV[3] ~= '1' then return 'undecided' end
decisions[ARGV[2]] = { 'aborted', at + decisionMs }
write(topic, 'decisions', decisions)
keep(topic, at + decisionMs)
return 'aborted'
