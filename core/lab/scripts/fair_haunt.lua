-- Leaves a waiter in the queue whose client has died. For the sandbox.
-- KEYS 1 queue, 2 deadlines   ARGV 1 owner, 2 ms until others may drop it
-- Returns 1, or 0 if it is there already.
if redis.call('ZSCORE', KEYS[2], ARGV[1]) then
    return 0
end
local time = redis.call('TIME')
redis.call('ZADD', KEYS[2], time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2], ARGV[1])
redis.call('LPUSH', KEYS[1], ARGV[1])
return 1
