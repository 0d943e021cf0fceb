-- Frees a lock whoever holds it, and wakes its waiters.
-- KEYS[1] the lock   ARGV[1] PUBLISH, SPUBLISH or nothing   ARGV[2] unlock channel
-- Returns 1, or 0 if nobody held it. A key that is no hash, or has more than the one field of this kind of lock (a
-- read-write lock, somebody's data), is left alone (WRONGTYPE).
local fields = redis.call('HLEN', KEYS[1])
if fields == 0 then
    return 0
end
if fields > 1 then
    return redis.error_reply('WRONGTYPE the key holds another kind of lock')
end
if ARGV[1] ~= '' then
    redis.call(ARGV[1], ARGV[2], '0')
end
redis.call('DEL', KEYS[1])
return 1
