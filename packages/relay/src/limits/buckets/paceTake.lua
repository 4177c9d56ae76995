-- The same calculation as paceTake.ts, with Redis's own clock, which can be set back. So a key stores when the bucket will be
-- full, and when that was written. The key expires when the bucket is full. ARGV: milliseconds per token, burst, cost, longest
-- wait, and how many extra tokens to take if the bucket has enough.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local tokenMs, burst, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local maxWaitMs, more = tonumber(ARGV[4]), tonumber(ARGV[5])
local fullAt, writtenAt = string.match(redis.call('GET', KEYS[1]) or '0 0', '(%S+) (%S+)')
local from = math.max(now, fullAt - math.max(0, writtenAt - now))
local wait = math.max(0, from + (math.min(cost, burst) - burst) * tokenMs - now)
if wait > maxWaitMs then return {-1, 0} end
local nextAt = from + cost * tokenMs
if nextAt + more * tokenMs - now > burst * tokenMs then more = 0 end
nextAt = nextAt + more * tokenMs
local keptMs = math.max(1, math.ceil(nextAt - now))
redis.call('SET', KEYS[1], string.format('%.3f %.3f', nextAt, now), 'PX', string.format('%.0f', keptMs))
return {math.ceil(wait), more}
