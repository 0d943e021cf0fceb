-- Gives one permit back.
-- KEYS[1] the semaphore   KEYS[2] the deadlines by id
-- ARGV[1] PUBLISH or SPUBLISH   ARGV[2] channel   ARGV[3] id, 16 bytes   ARGV[4] the same in hex, as old Redissons
-- (up to 3.16.8) wrote it
-- Returns 1, or 0 if it is not there, or expired (then it comes back here, unless that happened before).
-- The message is the new number of permits, if anybody could be served.
local text = redis.call('GET', KEYS[1])
if text and text ~= '0' and not (#text < 16 and text:find('^%-?[1-9]%d*$')) then
    return redis.error_reply('WRONGTYPE the key holds no number')
end
local id = ARGV[3]
local deadline = redis.call('ZSCORE', KEYS[2], id)
if not deadline then
    id = ARGV[4]
    deadline = redis.call('ZSCORE', KEYS[2], id)
end
if not deadline then
    return 0
end
local value = tonumber(text or 0) + 1
if value > 0 then
    redis.call(ARGV[1], ARGV[2], value)
end
redis.call('ZREM', KEYS[2], id)
redis.call('INCRBY', KEYS[1], 1)
local time = redis.call('TIME')
return tonumber(deadline) > time[1] * 1000 + math.floor(time[2] / 1000) and 1 or 0
