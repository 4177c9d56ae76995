-- Reads messages of a log without their texts. KEYS: the log. ARGV: the id after which to read, and how many. The
-- answer is JSON: for each message its id, then the fields of its first line.
local lines = {}
for index, entry in ipairs(redis.call('XRANGE', KEYS[1], '(' .. ARGV[1], '+', 'COUNT', ARGV[2])) do
  local body = entry[2][2]
  local finish = string.find(body, '\n', 1, true) or #body + 1
  lines[index] = '["' .. entry[1] .. '",' .. string.sub(body, 2, finish - 1)
end
return '[' .. table.concat(lines, ',') .. ']'
