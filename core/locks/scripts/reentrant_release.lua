-- Leaves a reentrant lock once.
-- KEYS[1] the lock   ARGV[1] owner field   ARGV[2] count the owner believes to hold   ARGV[3] lease in ms
--                    ARGV[4] PUBLISH or SPUBLISH   ARGV[5] unlock channel
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
    if tonumber(found) ~= left then
        redis.call('HSET', KEYS[1], ARGV[1], left)
    end
    if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then
        redis.call('PEXPIRE', KEYS[1], ARGV[3])
    end
    return left
end
-- The message first: if the channel is not permitted, nothing has happened yet. Neither command is refused when memory is full.
redis.call(ARGV[4], ARGV[5], '0')
redis.call('DEL', KEYS[1])
return 0
