-- Takes all permits there are; a debt (a negative number) is forgiven. Whatever expiry the key has, it keeps.
-- KEYS[1] the semaphore
-- Returns how many there were, 0 if there is no such key. A key that is no integer is left alone (WRONGTYPE).
local text = redis.call('GET', KEYS[1])
if text and text ~= '0' and not (#text < 16 and text:find('^%-?[1-9]%d*$')) then
    return redis.error_reply('WRONGTYPE the key holds no number')
end
local value = tonumber(text or 0)
if value ~= 0 then
    redis.call('INCRBY', KEYS[1], -value)
end
return value
