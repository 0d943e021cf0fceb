-- #include fair_ears.lua
-- Takes back what an acquisition of somebody who held nothing may have left: its place in the queue, or a first hold.
-- KEYS[1] the lock   KEYS[2] its queue   KEYS[3] the queue's deadlines
-- ARGV[1] owner field   ARGV[2] PUBLISH or SPUBLISH   ARGV[3] unlock channel
-- Returns 1 if there was anything, else 0. Whoever is next is told, if the lock is free.
local publish, channel = ARGV[2], ARGV[3]
local lock, queue, deadlines, field = KEYS[1], KEYS[2], KEYS[3], ARGV[1]
local usual_wait, small_queue = 300000, 64

local held = redis.call('HEXISTS', lock, field) == 1
if held and redis.call('HLEN', lock) > 1 then
    return redis.error_reply('WRONGTYPE the key holds another kind of lock')
end
local was_first = redis.call('LINDEX', queue, 0) == field
if held or (was_first and redis.call('EXISTS', lock) == 0) then
    tell_next(publish, channel, queue, was_first and 1 or 0)
end
if held then
    redis.call('DEL', lock)
end
-- Those behind, and only those, have left us the time between the deadline before ours and ours, and nobody needs it any
-- more; but each keeps what it would be given now.
local spares = {}
local own = redis.call('ZSCORE', deadlines, field)
if own and redis.call('ZCARD', deadlines) <= small_queue then
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    local before, left, place = now + math.max(redis.call('PTTL', lock), 0), nil, 0
    for _, waiter in ipairs(redis.call('LRANGE', queue, 0, -1)) do
        local deadline = tonumber(redis.call('ZSCORE', deadlines, waiter) or nil)
        if waiter == field then
            left = math.min(own - before, usual_wait)
        else
            place = place + 1
            local spare = left and deadline and math.min(left, deadline - now - usual_wait * place) or 0
            if spare > 0 then
                spares[waiter] = -spare
            end
            before = math.max(before, deadline or 0)
        end
    end
end
redis.call('ZREM', deadlines, field)
local removed = redis.call('LREM', queue, 0, field)
-- Last: where memory is full Redis refuses a script whose first write may need some, but lets one that has freed go on.
for waiter, spare in pairs(spares) do
    redis.call('ZINCRBY', deadlines, spare, waiter)
end
return (removed > 0 or held) and 1 or 0
