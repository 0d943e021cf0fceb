-- Takes back what an acquisition of somebody who held nothing may have left: its place in the queue, or a first hold.
-- KEYS[1] the lock   KEYS[2] its queue   KEYS[3] the queue's deadlines
-- ARGV[1] owner field   ARGV[2] how long it would have waited in ms   ARGV[3] PUBLISH or SPUBLISH   ARGV[4] unlock channel
-- Returns 1 if there was anything, else 0. Whoever is next is told, if the lock is free.
local counting = ARGV[3] == 'SPUBLISH' and 'SHARDNUMSUB' or 'NUMSUB'
local lock, queue, deadlines, field = KEYS[1], KEYS[2], KEYS[3], ARGV[1]
local own_wait, small_queue = math.min(tonumber(ARGV[2]), 300000), 64

local held = redis.call('HEXISTS', lock, field) == 1
if held and redis.call('HLEN', lock) > 1 then
    return redis.error_reply('WRONGTYPE the key holds another kind of lock')
end
local was_first = redis.call('LINDEX', queue, 0) == field
if held or (was_first and redis.call('EXISTS', lock) == 0) then
    -- The next one is told, and if nobody listens for it, also the first who does: it finds out who is dead.
    local start = was_first and 1 or 0
    for i = start, start + 64 do
        local waiter = redis.call('LINDEX', queue, i)
        if not waiter then
            break
        end
        local heard = redis.pcall('PUBSUB', counting, ARGV[4] .. ':' .. waiter)
        local listens = heard.err or heard[2] > 0
        if i == start or listens then
            redis.call(ARGV[3], ARGV[4] .. ':' .. waiter, '0')
        end
        if listens then
            break
        end
    end
end
if held then
    redis.call('DEL', lock)
end
local behind = {}
if redis.call('ZSCORE', deadlines, field) and redis.call('ZCARD', deadlines) <= small_queue then
    behind = redis.call('LRANGE', queue, 0, -1)
end
redis.call('ZREM', deadlines, field)
local removed = redis.call('LREM', queue, 0, field)
-- Those behind, and only those, have left us time that we do not need any more; if not, they are not pushed out for that.
local time = redis.call('TIME')
local floor = time[1] * 1000 + math.floor(time[2] / 1000) + 10000
local is_behind = false
for _, waiter in ipairs(behind) do
    local deadline = is_behind and redis.call('ZSCORE', deadlines, waiter)
    local spare = deadline and math.min(own_wait, tonumber(deadline) - floor) or 0
    if spare > 0 then
        redis.call('ZINCRBY', deadlines, -spare, waiter)
    end
    is_behind = is_behind or waiter == field
end
return (removed > 0 or held) and 1 or 0
