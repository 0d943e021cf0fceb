-- Takes a reentrant lock, or enters it once more.
-- KEYS[1] the lock            ARGV[1] lease in ms   ARGV[2] owner field   ARGV[3] count the owner believes to hold
-- Returns {count, ttl}: count 0 means somebody else holds it for ttl ms more (-1: without end).
-- Only the owner writes its own field, so a count one above what it believes is this very call, executed before its
-- reply was lost: executing it again changes nothing but the lease.
local lease = tonumber(ARGV[1])
local wanted = tonumber(ARGV[3]) + 1
local found = redis.call('HGET', KEYS[1], ARGV[2])
if not found then
    if redis.call('EXISTS', KEYS[1]) == 1 then
        return {0, redis.call('PTTL', KEYS[1])}
    end
    wanted = 1
elseif redis.call('HLEN', KEYS[1]) > 1 then
    return redis.error_reply('WRONGTYPE the key holds another kind of lock')
end
if tonumber(found) ~= wanted then
    redis.call('HSET', KEYS[1], ARGV[2], wanted)
end
-- Entering again never shortens a lease that still runs.
if redis.call('PTTL', KEYS[1]) < lease then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return {wanted, lease}
