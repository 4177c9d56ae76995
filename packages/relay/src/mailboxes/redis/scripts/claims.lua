-- Functions over claims; they use those over topics.
-- What one publisher has waiting: `claims` sorted set of <length>:<of topic>:<of message id> by expiry, `sum` of the lengths.
local function claimsOf(claims, sum)
  local due = redis.call('ZRANGEBYSCORE', claims, '-inf', text(at))
  for _, member in ipairs(due) do
    redis.call('ZREM', claims, member)
    redis.call('DECRBY', sum, string.match(member, '^%d+'))
  end
  return redis.call('ZCARD', claims), tonumber(redis.call('GET', sum) or 0)
end
local function claim(claims, sum, member, expiresAt)
  if redis.call('ZADD', claims, 'NX', text(expiresAt), member) == 0 then return false end
  redis.call('INCRBY', sum, string.match(member, '^%d+'))
  local neededMs = expiresAt - at + slackMs
  if redis.call('PTTL', claims) < neededMs - slackMs / 2 then
    redis.call('PEXPIRE', claims, text(neededMs))
    redis.call('PEXPIRE', sum, text(neededMs))
  end
  return true
end
local function release(claims, sum, member)
  if redis.call('ZREM', claims, member) == 0 then return end
  if redis.call('ZCARD', claims) == 0 then redis.call('DEL', sum)
  else redis.call('DECRBY', sum, string.match(member, '^%d+')) end
end
