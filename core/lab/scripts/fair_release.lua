-- Gives a fair lock back and wakes the head of its queue. A simulated client's, on the sandbox.
-- KEYS 1 the lock, 2 queue   ARGV 1 owner, 2 unlock channel
-- Returns 1, or 0 if the owner does not hold it.
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
    return 0
end
redis.call('DEL', KEYS[1])
local head = redis.call('LINDEX', KEYS[2], 0)
if head then
    redis.call('PUBLISH', ARGV[2] .. ':' .. head, '0')
end
return 1
