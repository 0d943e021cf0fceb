-- Takes the write side of a read-write lock. A simulated client's, on the sandbox.
-- KEYS 1 the lock   ARGV 1 owner with ":write", 2 lease in ms
-- Returns -1 when acquired, otherwise what is left of the lease of those who hold it (ms).
if redis.call('EXISTS', KEYS[1]) == 1 then
    return math.max(0, redis.call('PTTL', KEYS[1]))
end
redis.call('HSET', KEYS[1], 'mode', 'write', ARGV[1], 1)
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return -1
