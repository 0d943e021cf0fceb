-- Renews, or only looks at, one deadline of a reader by itself, because its lock may be on another node.
-- KEYS[1] the deadline   ARGV[1] lease in ms, 0 to only look
-- Returns what is left of it in ms (-1: without end), -2 if it is gone.
local lease = tonumber(ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if lease > 0 and left ~= -1 and left < lease then
    -- SET is refused when memory is full, so only for one that is gone.
    if redis.call('PEXPIRE', KEYS[1], lease) == 1 or not redis.pcall('SET', KEYS[1], '1', 'PX', lease).err then
        left = lease
    end
end
return left
