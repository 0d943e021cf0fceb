-- Takes the read side of a read-write lock. A simulated client's, on the sandbox.
-- KEYS 1 the lock, 2 what the names of the reader's timeout strings start with   ARGV 1 owner, 2 lease in ms
-- Returns -1 when acquired, otherwise what is left of the writer's lease (ms).
local mode = redis.call('HGET', KEYS[1], 'mode')
if mode == 'write' then
    return math.max(0, redis.call('PTTL', KEYS[1]))
end
redis.call('HSET', KEYS[1], 'mode', 'read')
local hold = redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
redis.call('SET', KEYS[2] .. ':' .. hold, '1', 'PX', ARGV[2])
redis.call('PEXPIRE', KEYS[1], math.max(redis.call('PTTL', KEYS[1]), tonumber(ARGV[2])))
return -1
