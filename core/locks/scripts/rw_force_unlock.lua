-- Frees a read-write lock if it is held in this mode, whoever holds it, and wakes its waiters.
-- KEYS[1] the lock   ARGV[1] PUBLISH or SPUBLISH   ARGV[2] channel   ARGV[3] mode   ARGV[4] message
-- Returns 1, or 0 if nobody held it so.
if redis.call('HGET', KEYS[1], 'mode') ~= ARGV[3] then
    return 0
end
redis.call(ARGV[1], ARGV[2], ARGV[4])
redis.call('DEL', KEYS[1])
return 1
