-- Changes the number of permits, and tells who waits for them. Whatever expiry the key has, it keeps.
-- KEYS[1] the semaphore   ARGV[1] PUBLISH or SPUBLISH   ARGV[2] its channel   ARGV[3] by how much
-- ARGV[4] 'existing': only if the key exists, otherwise it is made
-- Returns 1, 0 if there is no such key, or -1 if the number would not fit in 32 bits (then nothing is changed).
-- The message is the new number. Redisson's subscribers take it for how many threads to wake, and fail over a negative
-- one: it is sent only where somebody could be served now who could not before.
local text = redis.call('GET', KEYS[1])
if text and text ~= '0' and not (#text < 16 and text:find('^%-?[1-9]%d*$')) then
    return redis.error_reply('WRONGTYPE the key holds no number')
end
if not text and ARGV[4] == 'existing' then
    return 0
end
local delta = tonumber(ARGV[3])
local value = tonumber(text or 0) + delta
if value > 2147483647 or value < -2147483648 then
    return -1
end
-- The message first: where it is not permitted, nothing is changed.
if delta > 0 and value > 0 then
    redis.call(ARGV[1], ARGV[2], value)
end
redis.call('INCRBY', KEYS[1], ARGV[3])
return 1
