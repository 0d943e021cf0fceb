-- Leaves a reentrant lock once.
-- KEYS[1] the lock   ARGV[1] owner field   ARGV[2] count the owner believes to hold   ARGV[3] lease in ms
--                    ARGV[4] PUBLISH, SPUBLISH or nothing   ARGV[5] unlock channel
-- Returns the count that is left, 0 when the lock is free now, or -1 if the owner does not hold it.
-- A count below what the owner believes is this very call, executed before its reply was lost.
local found = redis.call('HGET', KEYS[1], ARGV[1])
if not found then
    return -1
end
if redis.call('HLEN', KEYS[1]) > 1 then
    return redis.error_reply('WRONGTYPE the key holds another kind of lock')
end
local left = tonumber(ARGV[2]) - 1
if left > 0 then
    -- Where memory is full, Redis lets no script begin with HSET, but go on with it.
    redis.call('PEXPIRE', KEYS[1], math.max(redis.call('PTTL', KEYS[1]), tonumber(ARGV[3])))
    if tonumber(found) ~= left then
        redis.call('HSET', KEYS[1], ARGV[1], left)
    end
    return left
end
-- The message first: if the channel is not permitted, nothing has happened yet. Neither command is refused when memory is full.
if ARGV[4] ~= '' then
    redis.call(ARGV[4], ARGV[5], '0')
end
redis.call('DEL', KEYS[1])
return 0
