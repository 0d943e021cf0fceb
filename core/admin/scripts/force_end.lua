-- Ends a lock, or makes what is left of its lease less, if it is exactly as the operator saw it; and wakes whoever must
-- wake.
-- Needs tell.lua, compare.lua and queue.lua in front of it.
--
-- KEYS  1 the lock, 2 its queue, 3 the queue's deadlines, 4 its fencing token, then the timeout strings of the readers
--       expected
-- ARGV  1 PUBLISH or SPUBLISH
--       2 what shall be left of the lease in ms, 0 ends the lock
--       3 unlock channel, 4 read-write channel
--       5 "1": what is deleted is returned, so that it can be put back
--       6... what is expected, as in compare.lua
--       then the waiters believed dead
-- Returns {1, waiter woken or "", number of waiters removed, they themselves..., why nothing is kept or "", and if kept:
--         the time in epoch ms, then DUMP and end in epoch ms (0 never) of the lock and of each timeout string; both ""
--         for one that was gone}; where the lock is not ended, after the "" only what was left of its lease in ms, -1
--         without end
--         why: "dump", "restore" (not permitted), "large"
--      or {2, what is left}: it ends sooner already, nothing was done (only extend.lua makes leases longer)
--      or what compare.lua says; nothing was done.
--
-- What can fail comes first: reading, then PUBLISH (delivered when the script ends), then the writes. So a missing
-- permission or a key of another type changes nothing.
local lock, queue, deadlines = KEYS[1], KEYS[2], KEYS[3]
local ttl, unlock_channel, rwlock_channel, keeps = tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5] == '1'
local first_reader_key, most_bytes = 5, 1000000

local differs, seen = compare(lock, KEYS[4], 6)
if differs then
    return differs
end
local mode = seen.mode
if ttl > 0 and seen.left >= 0 and seen.left <= ttl then
    return {2, seen.left}
end

-- A fair lock: who is next, and who stands in the way. Somebody in the queue without a deadline would block Java's clients
-- for ever, so both are removed, or nothing is.
local may_remove = not redis.acl_check_cmd
    or (redis.acl_check_cmd('LREM', queue, '0', '') and redis.acl_check_cmd('ZREM', deadlines, ''))
local gone, dead, next_waiter = {}, {}, nil
local function drop(waiter)
    if not gone[waiter] then
        gone[waiter] = true
        dead[#dead + 1] = waiter
    end
end
if not mode then
    for i = seen.after, #ARGV do
        -- Whoever may not ask for subscribers keeps the ghosts.
        if listeners(ARGV[1], unlock_channel .. ':' .. ARGV[i]) == 0 then
            drop(ARGV[i])
        end
    end
    for i = 0, 999 do
        local waiter = redis.call('LINDEX', queue, i)
        if not waiter then
            break
        end
        if not gone[waiter] then
            local deadline = redis.call('ZSCORE', deadlines, waiter)
            local lives = deadline and tonumber(deadline) > seen.now
            if not lives then -- its client may only be late: whoever listens is there
                local heard = listeners(ARGV[1], unlock_channel .. ':' .. waiter)
                lives = heard > 0 or (heard < 0 and not deadline)
            end
            if lives then
                next_waiter = waiter
                break
            end
            drop(waiter)
        end
    end
end

-- What can be put back. It is no reason not to release that it cannot.
local kept, bytes, why = {}, 0, ''
local function keep(key, left)
    local dump = left == -2 and '' or redis.pcall('DUMP', key) or ''
    if type(dump) == 'table' then
        why = 'dump'
        return
    end
    bytes = bytes + #dump
    kept[#kept + 1] = dump
    kept[#kept + 1] = dump == '' and '' or left == -1 and '0' or string.format('%.0f', seen.now + left)
    if bytes > most_bytes then
        why = 'large'
    end
end
if keeps and ttl == 0 then
    if redis.acl_check_cmd and not redis.acl_check_cmd('RESTORE', lock, '0', '') then
        why = 'restore'
    else
        keep(lock, seen.left)
    end
    for i = first_reader_key, mode and #KEYS or 0 do
        if why ~= '' then
            break
        end
        keep(KEYS[i], redis.call('PTTL', KEYS[i]))
    end
end

-- Before the message of the release, which would be taken for the holder's own.
tell(ttl == 0 and may_remove and dead or {})

-- Who is to wait for less has to look how long; that is "1", which wakes all, and which nobody takes for a release.
local message = ttl > 0 and '1' or '0'
if mode then
    -- After a writer all readers may enter, so "1" wakes everybody.
    redis.call(ARGV[1], rwlock_channel, seen.writer and '1' or message)
else
    redis.call(ARGV[1], unlock_channel, message)
    if next_waiter then
        redis.call(ARGV[1], unlock_channel .. ':' .. next_waiter, message)
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
    return {1, next_waiter or '', 0, '', seen.left}
end

redis.call('DEL', lock)
-- The rest is cleaning up: where it is not permitted, the deadlines do it later.
for i = first_reader_key, mode and #KEYS or 0 do
    redis.pcall('DEL', KEYS[i])
end
local result, removed = {1, next_waiter or '', 0}, 0
for _, waiter in ipairs(may_remove and dead or {}) do
    local entries = redis.pcall('LREM', queue, 0, waiter)
    if type(entries) == 'number' and entries > 0 then -- nobody else has dropped it meanwhile
        redis.pcall('ZREM', deadlines, waiter)
        removed = removed + 1
        result[#result + 1] = waiter
    end
end
result[3] = removed
result[#result + 1] = why
if why == '' and #kept > 0 then
    result[#result + 1] = string.format('%.0f', seen.now)
    for _, text in ipairs(kept) do
        result[#result + 1] = text
    end
end
return result
