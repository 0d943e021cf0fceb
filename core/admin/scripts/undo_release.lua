-- Puts a lock back that was released by force, if nobody has it now and its lease would still run. Needs tell.lua in front
-- of it.
--
-- KEYS  1 the lock, then timeout strings of its readers
-- ARGV  for each key: its DUMP, and when it ends in epoch ms, 0 never
-- Returns {1, what is left of the lease in ms, -1 never}
--      or {0, field, value, ...}: somebody has it (cut short); or {-1}: its lease is over. Nothing was done.
--
-- The lock comes last: where RESTORE is refused, nobody holds it, and timeout strings without a lock mean nothing.
local lock, time = KEYS[1], redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('HLEN', lock) > 0 then
    local found = {0}
    if redis.call('HLEN', lock) <= 1000 then
        for _, text in ipairs(redis.call('HGETALL', lock)) do
            found[#found + 1] = text:sub(1, 512)
        end
    end
    return found
end
if ARGV[2] ~= '0' and tonumber(ARGV[2]) <= now then
    return {-1}
end
tell({})
for i = #KEYS, 1, -1 do
    local dump, ends = ARGV[2 * i - 1], ARGV[2 * i]
    if ends == '0' or tonumber(ends) > now then
        if i == 1 then
            redis.call('RESTORE', KEYS[i], ends, dump, 'ABSTTL')
        else
            redis.call('RESTORE', KEYS[i], ends, dump, 'ABSTTL', 'REPLACE')
        end
    end
end
return {1, redis.call('PTTL', lock)}
