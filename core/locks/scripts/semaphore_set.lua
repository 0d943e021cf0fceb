-- Makes a semaphore, if there is none of this name.
-- KEYS[1] the semaphore   ARGV[1] PUBLISH or SPUBLISH   ARGV[2] its channel   ARGV[3] how many permits
-- ARGV[4] how long it lives in ms; empty: for ever
-- Returns 1, or 0 if the key exists, whatever it is.
if redis.call('EXISTS', KEYS[1]) == 1 then
    return 0
end
redis.call(ARGV[1], ARGV[2], ARGV[3])
if ARGV[4] == '' then
    redis.call('SET', KEYS[1], ARGV[3])
else
    redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4])
end
return 1
