-- Tells waiters to look again, if the lock's holders are exactly as the operator saw them. Writes nothing.
-- Needs compare.lua in front of it.
--
-- KEYS  1 the lock, 2 its queue, 3 the queue's deadlines, 4 its fencing token
-- ARGV  1 PUBLISH or SPUBLISH
--       2 "1": it was seen as a read-write lock (a free one does not show it)
--       3 unlock channel, 4 read-write channel
--       5... what is expected, as in compare.lua
-- Returns {1, clients that listen (-1: not permitted to ask), the waiter of a fair lock that was told or ""}
--      or what compare.lua says; nothing was done.
--
-- What PUBLISH answers is not the number of those who listen: who listens to a pattern, as monitors do, counts there too.
local lock, queue, deadlines = KEYS[1], KEYS[2], KEYS[3]
local unlock_channel, rwlock_channel = ARGV[3], ARGV[4]
local counting = ARGV[1] == 'SPUBLISH' and 'SHARDNUMSUB' or 'NUMSUB'
local differs, seen = compare(lock, KEYS[4], 5)
if differs then
    return differs
end

local function listeners(channel)
    local heard = redis.pcall('PUBSUB', counting, channel)
    return heard.err and -1 or heard[2]
end
local function tell(channel, message, waiter)
    local heard = listeners(channel)
    redis.call(ARGV[1], channel, message)
    return {1, heard, waiter}
end

local entries = redis.call('LRANGE', queue, 0, 999)
if seen.mode or (ARGV[2] == '1' and #entries == 0) then
    -- All readers may enter together, so everybody is to look.
    return tell(rwlock_channel, '1', '')
end
if #entries == 0 then
    return tell(unlock_channel, '0', '')
end
local perhaps -- the first who is late or has no deadline, and of whom nobody may say whether it listens
for _, waiter in ipairs(entries) do
    local channel = unlock_channel .. ':' .. waiter
    local heard = listeners(channel)
    local deadline = heard < 0 and redis.call('ZSCORE', deadlines, waiter)
    if heard > 0 or (deadline and tonumber(deadline) > seen.now) then
        return tell(channel, '0', waiter)
    end
    perhaps = perhaps or (heard < 0 and waiter)
end
if perhaps then
    return tell(unlock_channel .. ':' .. perhaps, '0', perhaps)
end
return {1, 0, ''}
