-- Gives the write side back and wakes everybody. A simulated client's, on the sandbox.
-- KEYS 1 the lock   ARGV 1 owner with ":write", 2 channel
-- Returns 1, or 0 if the owner does not write.
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
    return 0
end
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', ARGV[2], '1')
return 1
