-- Takes a fair lock, or a place in its queue. A simulated client's, on the sandbox.
-- KEYS 1 the lock, 2 queue, 3 deadlines   ARGV 1 owner, 2 lease in ms, 3 longest wait in ms
-- Returns -1 when acquired, otherwise for how long it makes sense to wait (ms).
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local owner, wait = ARGV[1], tonumber(ARGV[3])

local head = redis.call('LINDEX', KEYS[2], 0)
while head do
    local deadline = redis.call('ZSCORE', KEYS[3], head)
    if not deadline or tonumber(deadline) > now then
        break
    end
    redis.call('ZREM', KEYS[3], head)
    redis.call('LPOP', KEYS[2])
    head = redis.call('LINDEX', KEYS[2], 0)
end

if redis.call('EXISTS', KEYS[1]) == 0 and (not head or head == owner) then
    redis.call('LPOP', KEYS[2])
    redis.call('ZREM', KEYS[3], owner)
    for _, waiter in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1)) do
        redis.call('ZINCRBY', KEYS[3], -wait, waiter)
    end
    redis.call('HSET', KEYS[1], owner, 1)
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
    return -1
end

local left = math.max(0, redis.call('PTTL', KEYS[1]))
if redis.call('ZSCORE', KEYS[3], owner) then
    return left
end
local last = redis.call('LINDEX', KEYS[2], -1)
local last_deadline = last and redis.call('ZSCORE', KEYS[3], last)
local base = last_deadline and math.max(tonumber(last_deadline), now) or now + left
redis.call('ZADD', KEYS[3], base + wait, owner)
redis.call('RPUSH', KEYS[2], owner)
return left
