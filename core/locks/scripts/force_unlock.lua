-- Frees a lock whoever holds it, and wakes its waiters.
-- KEYS[1] the lock   ARGV[1] PUBLISH, SPUBLISH or nothing   ARGV[2] unlock channel
-- Returns 1, or 0 if nobody held it. A key that is no hash is left alone (WRONGTYPE).
if redis.call('HLEN', KEYS[1]) == 0 then
    return 0
end
if ARGV[1] ~= '' then
    redis.call(ARGV[1], ARGV[2], '0')
end
redis.call('DEL', KEYS[1])
return 1
