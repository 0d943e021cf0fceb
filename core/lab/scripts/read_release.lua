-- Gives one read hold back; the last reader frees the lock. A simulated client's, on the sandbox.
-- KEYS 1 the lock, 2 what the names of the reader's timeout strings start with   ARGV 1 owner, 2 channel
-- Returns 1, or 0 if the owner does not read.
local held = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or 0)
if held == 0 then
    return 0
end
redis.call('DEL', KEYS[2] .. ':' .. held)
if held > 1 then
    redis.call('HSET', KEYS[1], ARGV[1], held - 1)
else
    redis.call('HDEL', KEYS[1], ARGV[1])
end
if redis.call('HLEN', KEYS[1]) == 1 then
    redis.call('DEL', KEYS[1])
    redis.call('PUBLISH', ARGV[2], '0')
end
return 1
