-- Looks at a latch; changes nothing.
-- KEYS[1] the latch
-- Returns {count, ttl}: 0 is open; otherwise how long the key still lives in ms (-1: for ever).
local text = redis.call('GET', KEYS[1])
if text and text ~= '0' and not (#text < 16 and text:find('^%-?[1-9]%d*$')) then
    return redis.error_reply('WRONGTYPE the key holds no number')
end
return {math.max(tonumber(text or 0), 0), redis.call('PTTL', KEYS[1])}
