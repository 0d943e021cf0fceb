-- Makes the list and the deadlines of a fair lock's queue agree, if both are exactly as the operator saw them.
-- Needs tell.lua and queue.lua in front of it.
--
-- KEYS  1 the lock, 2 its queue, 3 the queue's deadlines
-- ARGV  1 PUBLISH or SPUBLISH
--       2 unlock channel; a waiter listens on <channel>:<waiter>
--       3 "whole": what follows is all of the queue; "front": it is longer, or has more deadlines, than was read
--       4 number of entries seen (1,000 at most), then a waiter and its deadline ("" none, "?" not known) for each, head
--         first
--       then the number of deadlines seen that belong to nobody in the list (0 for a front), then a waiter and its
--         deadline for each
--       then the waiters believed dead
-- Returns {1, waiter told to try or "", what, waiter, what, waiter, ...}: what was done, named as in queue_repair.hpp
--      or {0}: the queue is not as it was seen; nothing was done.
--
-- Nobody who listens loses its place. A living waiter without a deadline, or with one that has passed, gets the one that
-- Redisson would have given it: 300 s after its predecessor's (for the head: after the moment at which the lock may be
-- free), because each deadline is shortened by 300 s whenever somebody in front gets the lock; and not later than if all
-- in front had waited for 300 s each. A living one that has a deadline and no entry believes to be queued: its deadline
-- goes, and it is told to try, so that it queues anew. Who may not be asked about counts as alive until its deadline.
--
-- Of a front, whatever could also depend on what stands behind it stays: deadlines of nobody, further entries of the same
-- waiter. A deadline that was not known when the operator looked is neither compared nor changed.
--
-- What can fail comes first: reading, then PUBLISH, then new deadlines (may be refused: no memory), then the removals.
local lock, queue, deadlines = KEYS[1], KEYS[2], KEYS[3]
local channel, is_whole, seen = ARGV[2], ARGV[3] == 'whole', tonumber(ARGV[4])
local strays = tonumber(ARGV[5 + 2 * seen])
local first_stray = 6 + 2 * seen
local first_ghost = first_stray + 2 * strays
local wait = 300000

-- Is everything as it was seen?
local entries = redis.call('LRANGE', queue, 0, is_whole and seen or seen - 1)
if #entries ~= seen then
    return {0}
end
local deadline, is_known, scored = {}, {}, 0
for i, entry in ipairs(entries) do
    if deadline[entry] == nil then
        local time, exists = deadline_of(deadlines, entry)
        deadline[entry] = time or false
        scored = scored + (exists and 1 or 0)
    end
    is_known[entry] = ARGV[4 + 2 * i] ~= '?'
    if entry ~= ARGV[3 + 2 * i] or (is_known[entry] and (deadline[entry] or nil) ~= tonumber(ARGV[4 + 2 * i])) then
        return {0}
    end
end
if is_whole and redis.call('ZCARD', deadlines) ~= scored + strays then
    return {0}
end
for i = first_stray, first_ghost - 1, 2 do
    local time, exists = deadline_of(deadlines, ARGV[i])
    if deadline[ARGV[i]] ~= nil or not exists or time ~= tonumber(ARGV[i + 1]) then
        return {0}
    end
end

-- What is wrong with whom?
local ghost = {}
for i = first_ghost, #ARGV do
    ghost[ARGV[i]] = true
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local left = redis.call('PTTL', lock)
local turn = now + math.max(left, 0)

local done, removed, given, wake = {}, {}, {}, {}
local function report(what, owner)
    done[#done + 1] = what
    done[#done + 1] = owner
end
local next_waiter, before, ahead = nil, nil, 0
local places = {}
for _, entry in ipairs(entries) do
    places[entry] = (places[entry] or 0) + 1
    if places[entry] == 1 then
        local heard, its = listeners(ARGV[1], channel .. ':' .. entry), deadline[entry] or nil
        local fault
        if not is_known[entry] then
            fault = ghost[entry] and heard == 0 and 'silent'
        elseif not its then
            fault = heard == 0 and 'without-deadline' or 'given-deadline'
        elseif its <= now then
            fault = heard > 0 and 'given-deadline' or 'expired'
        elseif ghost[entry] and heard == 0 then
            fault = 'silent'
        end
        if fault then
            report(fault, entry)
        end
        if fault and fault ~= 'given-deadline' then
            removed[entry] = true
        else
            if fault then
                its = (before and math.max(now, math.min(before, turn + wait * ahead)) or turn) + wait
                given[#given + 1] = {entry, string.format('%.0f', its)}
            end
            before, ahead = its or before, ahead + 1
            if not next_waiter and left == -2 and heard ~= 0 then
                next_waiter = entry
            end
        end
    elseif is_whole and places[entry] == 2 and not removed[entry] then
        report('duplicate', entry)
    end
end
if not is_whole and not next_waiter and left == -2 then
    local behind = redis.call('LINDEX', queue, seen) -- Its first, if all of the front goes.
    if behind and not deadline[behind] and listeners(ARGV[1], channel .. ':' .. behind) > 0 then
        next_waiter = behind
    end
end
for i = first_stray, first_ghost - 1, 2 do
    report('stray', ARGV[i])
    if listeners(ARGV[1], channel .. ':' .. ARGV[i]) > 0 then
        wake[#wake + 1] = ARGV[i]
    end
end
if #done == 0 then
    return {1, ''}
end
if redis.acl_check_cmd
    and not (redis.acl_check_cmd('LREM', queue, '0', '') and redis.acl_check_cmd('ZREM', deadlines, '')
             and (#given == 0 or redis.acl_check_cmd('ZADD', deadlines, '0', ''))) then
    return redis.error_reply('NOPERM this user may not run LREM, ZREM and ZADD on the queue')
end

if next_waiter then
    wake[#wake + 1] = next_waiter
end
for _, owner in ipairs(wake) do
    redis.call(ARGV[1], channel .. ':' .. owner, '0')
end
for _, change in ipairs(given) do
    redis.call('ZADD', deadlines, change[2], change[1])
end
local out = {}
for owner in pairs(removed) do
    out[#out + 1] = owner
end
tell(out)
for owner, count in pairs(places) do
    if removed[owner] then
        redis.call('LREM', queue, count, owner) -- From the head, and no further than was looked at.
        redis.call('ZREM', deadlines, owner)
    elseif is_whole and count > 1 then
        redis.call('LREM', queue, 1 - count, owner)
    end
end
for i = first_stray, first_ghost - 1, 2 do
    redis.call('ZREM', deadlines, ARGV[i])
end
local result = {1, next_waiter or ''}
for _, text in ipairs(done) do
    result[#result + 1] = text
end
return result
