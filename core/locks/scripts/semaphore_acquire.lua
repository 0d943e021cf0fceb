-- Takes permits from a semaphore, all of them or none.
-- KEYS[1] the semaphore   ARGV[1] how many
-- Returns 1, or 0 if there are not enough. A key that is no integer is left alone (WRONGTYPE).
local text = redis.call('GET', KEYS[1])
if text and text ~= '0' and not (#text < 16 and text:find('^%-?[1-9]%d*$')) then
    return redis.error_reply('WRONGTYPE the key holds no number')
end
if not text or tonumber(text) < tonumber(ARGV[1]) then
    return 0
end
redis.call('DECRBY', KEYS[1], ARGV[1])
return 1
