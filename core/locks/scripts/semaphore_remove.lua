-- Deletes a semaphore.
-- KEYS[1] the semaphore   KEYS[2] permit-expirable ones only: the deadlines
-- Returns 1, or 0 if there was none. A key that is no integer is left alone (WRONGTYPE).
local text = redis.call('GET', KEYS[1])
if text and text ~= '0' and not (#text < 16 and text:find('^%-?[1-9]%d*$')) then
    return redis.error_reply('WRONGTYPE the key holds no number')
end
return redis.call('DEL', unpack(KEYS)) > 0 and 1 or 0
