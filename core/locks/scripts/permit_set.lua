-- Sets how many permits there are in all, those that are taken included.
-- KEYS[1] the semaphore   KEYS[2] the deadlines by id
-- ARGV[1] PUBLISH or SPUBLISH   ARGV[2] channel   ARGV[3] how many
-- Returns 1, or 0 if it was so already. Fewer than are taken: what is available becomes negative.
-- Redisson tells the whole number here, not what is available.
local text = redis.call('GET', KEYS[1])
if text and text ~= '0' and not (#text < 16 and text:find('^%-?[1-9]%d*$')) then
    return redis.error_reply('WRONGTYPE the key holds no number')
end
local delta = tonumber(ARGV[3])
if text then
    delta = delta - tonumber(text) - redis.call('ZCARD', KEYS[2])
    if delta == 0 then
        return 0
    end
end
redis.call(ARGV[1], ARGV[2], ARGV[3])
if text then
    redis.call('INCRBY', KEYS[1], delta)
else
    redis.call('SET', KEYS[1], ARGV[3])
end
return 1
