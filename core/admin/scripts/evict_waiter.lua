-- Removes one waiter from a fair lock's queue, if it is there as the operator saw it, without pushing out those behind.
-- Needs tell.lua and queue.lua in front of it.
--
-- KEYS  1 the lock, 2 its queue, 3 the queue's deadlines
-- ARGV  1 PUBLISH or SPUBLISH
--       2 unlock channel; a waiter listens on <channel>:<waiter>
--       3 the waiter
--       4 its deadline as it was seen, "" if that does not matter
--       5 "1": also if somebody listens for it
-- Returns {1, listeners (-1: not permitted to ask), waiter told to try or ""}
--      or {0, why, text}: nothing was done. why: "gone"; "deadline", with the one found; "alive"; "unknown": it cannot be
--         asked whether it lives; "far": not among the first 1,000 of a longer queue.
--
-- Every deadline contains the waiting times of all in front. What the leaving one contributed is its own deadline minus
-- its predecessor's (for the head: minus the moment at which the lock may be free), and that is taken off the deadlines
-- behind which lie after it. One that lies before it was never pushed out by it, and stays. None falls below five seconds
-- from now by this, and none becomes later; so nobody turns stale because somebody else left. Beyond 1,000 entries the
-- deadlines stay as they are, which is too late rather than too early.
--
-- What can fail comes first: reading, then PUBLISH, then the removal. The deadlines behind come last: where writing them
-- is refused (no permission, no memory), they stay too late.
local lock, queue, deadlines = KEYS[1], KEYS[2], KEYS[3]
local channel, waiter, seen, may_be_alive = ARGV[2], ARGV[3], ARGV[4], ARGV[5] == '1'
local least_left = 5000

local entries = redis.call('LRANGE', queue, 0, 999)
local place
for i, entry in ipairs(entries) do
    if entry == waiter then
        place = i
        break
    end
end
if not place then
    return {0, redis.call('LLEN', queue) > #entries and 'far' or 'gone', ''}
end
local deadline = deadline_of(deadlines, waiter)
if seen ~= '' and deadline ~= tonumber(seen) then
    return {0, 'deadline', deadline and string.format('%.0f', deadline) or ''}
end
local heard = listeners(ARGV[1], channel .. ':' .. waiter)
if heard ~= 0 and not may_be_alive then
    return {0, heard > 0 and 'alive' or 'unknown', ''}
end
if redis.acl_check_cmd
    and not (redis.acl_check_cmd('LREM', queue, '0', waiter) and redis.acl_check_cmd('ZREM', deadlines, waiter)) then
    return redis.error_reply('NOPERM this user may not run LREM and ZREM on the queue')
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local left = redis.call('PTTL', lock)

local before
for i = place - 1, 1, -1 do
    before = before or deadline_of(deadlines, entries[i])
end
before = math.max(before or 0, place == 1 and now + math.max(left, 0) or now)

local sooner, met, next_waiter = {}, {[waiter] = true}, nil
for i, entry in ipairs(entries) do
    if not met[entry] then
        met[entry] = true
        local its = deadline_of(deadlines, entry)
        if i > place and its and deadline and its >= deadline and deadline > before then
            local new = math.max(its - (deadline - before), math.min(its, now + least_left))
            sooner[#sooner + 1] = {entry, string.format('%.0f', new)}
        end
        if not next_waiter and (left == -2 or place == 1) then
            local alive = listeners(ARGV[1], channel .. ':' .. entry)
            if alive > 0 or (alive < 0 and its and its > now) then
                next_waiter = entry
            end
        end
    end
end

if next_waiter then
    redis.call(ARGV[1], channel .. ':' .. next_waiter, '0')
end
tell({})
redis.call('LREM', queue, 0, waiter)
redis.call('ZREM', deadlines, waiter)
for _, change in ipairs(sooner) do
    redis.pcall('ZADD', deadlines, 'XX', change[2], change[1])
end
return {1, heard, next_waiter or ''}
