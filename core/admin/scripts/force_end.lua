-- Ends a lock, or sets what is left of its lease, if it is exactly as the operator saw it; and wakes whoever must wake.
--
-- KEYS  1 the lock, 2 its queue, 3 the queue's deadlines, then the timeout strings of the readers expected
-- ARGV  1 what shall be left of the lease in ms, 0 ends the lock
--       2 unlock channel, 3 read-write channel
--       4 number of owners expected, then a field and a count for each of them
--       then the waiters believed dead
-- Returns {1, waiter woken or "", waiters removed...}
--      or {0, field, value, ...}: what is there instead (cut short); nothing was done.
--
-- What can fail comes first: reading, then PUBLISH (delivered when the script ends), then the writes. So a missing
-- permission or a key of another type changes nothing.
local lock, queue, deadlines = KEYS[1], KEYS[2], KEYS[3]
local ttl, unlock_channel, rwlock_channel = tonumber(ARGV[1]), ARGV[2], ARGV[3]
local owners = tonumber(ARGV[4])
local first_reader_key, first_ghost = 4, 5 + 2 * owners

local fields = redis.call('HLEN', lock)
local mode = redis.call('HGET', lock, 'mode')

local same = fields > 0 and fields == owners + (mode and 1 or 0)
local writer = false
for i = 5, first_ghost - 1, 2 do
    same = same and redis.call('HGET', lock, ARGV[i]) == ARGV[i + 1]
    writer = writer or ARGV[i]:find(':write$') ~= nil or ARGV[i]:find(':write:%x+$') ~= nil
end
if mode and mode ~= (writer and 'write' or 'read') then
    same = false
end
if not same then
    local found = {0}
    if fields <= 1000 then
        for _, text in ipairs(redis.call('HGETALL', lock)) do
            found[#found + 1] = text:sub(1, 512)
        end
    end
    return found
end

-- A fair lock: who is next, and who stands in the way.
local gone, removed, next_waiter = {}, {}, nil
local function drop(waiter)
    if not gone[waiter] then
        gone[waiter] = true
        removed[#removed + 1] = waiter
    end
end
if not mode then
    for i = first_ghost, #ARGV do
        -- Whoever may not ask for subscribers keeps the ghosts.
        local heard = redis.pcall('PUBSUB', 'NUMSUB', unlock_channel .. ':' .. ARGV[i])
        if not heard.err and heard[2] == 0 then
            drop(ARGV[i])
        end
    end
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    for i = 0, 999 do
        local waiter = redis.call('LINDEX', queue, i)
        if not waiter then
            break
        end
        if not gone[waiter] then
            local deadline = redis.call('ZSCORE', deadlines, waiter)
            if deadline and tonumber(deadline) > now then
                next_waiter = waiter
                break
            end
            drop(waiter)
        end
    end
end

if mode then
    -- After a writer all readers may enter, so "1" wakes everybody.
    redis.call('PUBLISH', rwlock_channel, writer and '1' or '0')
else
    redis.call('PUBLISH', unlock_channel, '0')
    if next_waiter then
        redis.call('PUBLISH', unlock_channel .. ':' .. next_waiter, '0')
    end
end

if ttl > 0 then
    redis.call('PEXPIRE', lock, ttl)
    for i = first_reader_key, mode and #KEYS or 0 do
        local left = redis.pcall('PTTL', KEYS[i])
        if left == -1 or (type(left) == 'number' and left > ttl) then
            redis.pcall('PEXPIRE', KEYS[i], ttl)
        end
    end
    return {1, next_waiter or ''}
end

redis.call('DEL', lock)
-- The rest is cleaning up: where it is not permitted, the deadlines do it later.
for i = first_reader_key, mode and #KEYS or 0 do
    redis.pcall('DEL', KEYS[i])
end
for _, waiter in ipairs(removed) do
    redis.pcall('ZREM', deadlines, waiter)
    redis.pcall('LREM', queue, 0, waiter)
end
return {1, next_waiter or '', unpack(removed)}
