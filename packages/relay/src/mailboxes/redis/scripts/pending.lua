-- ARGV: at, client, taker, messages per page, bytes per page, messages and bytes found by earlier calls, the first topic to
-- read, then a position for each topic. Returns where to continue, or '' when everything is read.
-- The script walks past messages that are not for the client only once. A run of them becomes a span, from the message before
-- it to the last of the run. Spans stay valid: sequences grow, and a taken message never becomes pending again. A span is
-- removed when the last message in it has expired.
local client, taker, mostMessages, mostLength = ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local count, length = tonumber(ARGV[6]), tonumber(ARGV[7])
local messages, hasMore, work = {}, '0', 0
-- The script blocks Redis, so it works for a few milliseconds at most. Shorter runs cost less to walk than to remember.
local mostWork, leastRun, chunk = 1000, 32, 200

local function learn(topic, field, spans, lastAt)
  local first, kept = redis.call('ZRANGE', topic.order, 0, 0)[1], {}
  for place = 1, #spans, 2 do
    if first ~= 'last' and spans[place + 1] >= tonumber(first) then
      table.insert(kept, spans[place])
      table.insert(kept, spans[place + 1])
    end
  end
  write(topic, field, kept)
  redis.call('ZADD', topic.expiry, 'GT', text(lastAt), field)
end
local function readTopic(topic, index, after)
  local field = 'r' .. taker
  local packed = redis.call('HGET', topic.box, field)
  local known, spans, place = packed and cmsgpack.unpack(packed) or {}, {}, 1
  local start, run, lastAt, stoppedAt = after, 0, 0, nil
  local function span(from, to)
    table.insert(spans, from)
    table.insert(spans, to)
  end
  local function endRun()
    if run >= leastRun then span(start, after) end
    run = 0
  end
  local function jump()
    while known[place] and known[place] <= after do
      start, after, run = math.min(start, known[place]), known[place + 1], run + leastRun
      place, work = place + 2, work + 1
    end
  end
  -- Returns whether the page has room.
  local function look(sequence, takers, packedNote)
    local note = packedNote and cmsgpack.unpack(packedNote)
    local isExpired = note and note[4] <= at
    if not note or isExpired or note[1] == client or (takers and string.find(takers, taker, 1, true)) then
      -- Expired messages join no span, because a clock can go back.
      if isExpired then endRun() else run = run + 1 end
      if note then lastAt = math.max(lastAt, note[4]) end
    else
      endRun()
      if count > 0 and (count >= mostMessages or length + note[3] > mostLength) then return false end
      local one = read(topic, 'm' .. sequence)
      table.insert(messages, { text(index), sequence, note[1], one[1], one[2], one[3], one[4], text(note[4]) })
      count, length = count + 1, length + note[3]
    end
    after = tonumber(sequence)
    if run == 0 then start = after end
    return true
  end
  local function walk()
    while true do
      jump()
      if work >= mostWork then return text(after) end
      local upTo = known[place]
      local sequences = redis.call('ZRANGEBYSCORE', topic.order, '(' .. text(after), upTo and text(upTo) or '+inf',
        'LIMIT', 0, chunk)
      local isEnd = #sequences < chunk
      if sequences[#sequences] == 'last' then table.remove(sequences) end
      work = work + #sequences
      local fields = {}
      for position, sequence in ipairs(sequences) do
        fields[position] = 't' .. sequence
        fields[position + #sequences] = 'n' .. sequence
      end
      local found = #fields > 0 and redis.call('HMGET', topic.box, unpack(fields))
      for position, sequence in ipairs(sequences) do
        if not look(sequence, found[position], found[position + #sequences]) then
          hasMore = '1'
          return ''
        end
      end
      if isEnd and not upTo then return '' end
      if isEnd then after = upTo end
    end
  end
  while known[place] and known[place + 1] < after do
    span(known[place], known[place + 1])
    place = place + 2
  end
  stoppedAt = walk()
  endRun()
  for rest = place, #known, 2 do span(known[rest], known[rest + 1]) end
  if #spans > 0 and cmsgpack.pack(spans) ~= packed then learn(topic, field, spans, lastAt) end
  return stoppedAt
end
for index = tonumber(ARGV[8]), #KEYS / 3 do
  if hasMore == '1' then break end
  local topic = topicAt(index)
  work = work + 1 + dropExpired(topic)
  local stoppedAt = readTopic(topic, index, tonumber(ARGV[8 + index]))
  if stoppedAt ~= '' then return { hasMore, messages, text(index), stoppedAt } end
end
return { hasMore, messages, '', '' }
