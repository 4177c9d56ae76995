-- Reads messages of logs. KEYS: the logs. ARGV: for each, the id after which to read, or '-', the number of messages to read, and how
-- many of them with texts. An answer is the first messages as a list in JSON with the id and the fields of the first line of each,
-- then the ids and bodies of the last ones. No message has a body if the log may have more, or if the bodies are too long together.
local mostLength = 65536
local function read(log, after, most, textCount)
  local entries = redis.call('XRANGE', log, after == '-' and '-' or '(' .. after, '+', 'COUNT', most)
  local heads, bodies, headCount, length = {}, {}, #entries, 0
  while #entries < most and headCount > math.max(0, #entries - textCount) do
    length = length + #entries[headCount][2][2]
    if length > mostLength then break end
    headCount = headCount - 1
  end
  for place, entry in ipairs(entries) do
    local id, body = entry[1], entry[2][2]
    if place <= headCount then
      local finish = string.find(body, '\n', 1, true) or 0
      heads[place] = '"' .. id .. '",' .. string.sub(body, 2, finish - 2)
    else
      table.insert(bodies, id)
      table.insert(bodies, body)
    end
  end
  return { '[' .. table.concat(heads, ',') .. ']', bodies }
end
local replies = {}
for index, log in ipairs(KEYS) do
  local after, most, textCount = unpack(ARGV, index * 3 - 2, index * 3)
  replies[index] = read(log, after, tonumber(most), tonumber(textCount))
end
return replies
