-- Looks at a permit-expirable semaphore, or at one permit; changes nothing.
-- KEYS[1] the semaphore   KEYS[2] the deadlines by id   ARGV[1] id, 16 bytes, or empty   ARGV[2] the same in hex
-- Returns {available, acquired, what is left of the permit in ms (-1: without end, -2: not there or expired)}.
-- Expired permits count as available, although somebody has yet to sweep them up.
local text = redis.call('GET', KEYS[1])
if text and text ~= '0' and not (#text < 16 and text:find('^%-?[1-9]%d*$')) then
    return redis.error_reply('WRONGTYPE the key holds no number')
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local expired = redis.call('ZCOUNT', KEYS[2], '-inf', now)
local left = -2
if ARGV[1] ~= '' then
    local found = redis.call('ZSCORE', KEYS[2], ARGV[1]) or redis.call('ZSCORE', KEYS[2], ARGV[2])
    local deadline = found and tonumber(found) or 0
    if deadline >= 922337203685477 then
        left = -1
    elseif deadline > now then
        left = deadline - now
    end
end
return {tonumber(text or 0) + expired, redis.call('ZCARD', KEYS[2]) - expired, left}
