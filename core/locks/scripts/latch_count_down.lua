-- Counts a latch down by one; at zero it is deleted, and everybody is told.
-- KEYS[1] the latch   ARGV[1] PUBLISH or SPUBLISH   ARGV[2] its channel
-- Returns what is left, 0 if it was open already. A key that is no integer is left alone (WRONGTYPE).
local text = redis.call('GET', KEYS[1])
if not text then
    return 0
end
if text ~= '0' and not (#text < 16 and text:find('^%-?[1-9]%d*$')) then
    return redis.error_reply('WRONGTYPE the key holds no number')
end
local left = tonumber(text) - 1
if left > 0 then
    return redis.call('DECR', KEYS[1])
end
if left == 0 then
    redis.call(ARGV[1], ARGV[2], '0')
end
redis.call('DEL', KEYS[1])
return 0
