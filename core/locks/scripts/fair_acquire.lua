-- #include fair_ears.lua
-- Takes a fair lock, enters it once more, or joins its queue.
-- KEYS[1] the lock   KEYS[2] its queue   KEYS[3] the queue's deadlines
-- ARGV[1] lease in ms   ARGV[2] owner field   ARGV[3] count the owner believes to hold
-- ARGV[4] how long it will wait in ms; 0: does not join the queue   ARGV[5] PUBLISH or SPUBLISH   ARGV[6] unlock channel
-- ARGV[7] how many of the queue to look at for somebody who listens   ARGV[8…] waiters who have been silent for so long
-- that they are dead, if they still are
-- Returns {count, ttl, waiter…}: count 0 means that it is held for ttl ms more (-1: without end; 0: it is free, and
-- another one is next), and the waiters among those looked at that nobody listens for now. Who would have waited hears
-- its own field, too, if it had no place in the queue.
--
-- Deadlines are epoch milliseconds of this server. A new one leaves every waiter before it the time that Redisson's
-- clients take by default, so that they can subtract what is theirs when they leave. Its owner raises it again before
-- it is over.
local lock, queue, deadlines = KEYS[1], KEYS[2], KEYS[3]
local lease, field, wait, channel = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[4]), ARGV[6]
local usual_wait, longest_lead, bounded, small_queue = 300000, 3600000, 1000, 64

local found = redis.call('HGET', lock, field)
if found then
    if redis.call('HLEN', lock) > 1 then
        return redis.error_reply('WRONGTYPE the key holds another kind of lock')
    end
    local wanted = tonumber(ARGV[3]) + 1
    local left = redis.call('PTTL', lock)
    if tonumber(found) ~= wanted then
        redis.call('HSET', lock, field, wanted)
    end
    if left < lease then
        local refusal = redis.pcall('PEXPIRE', lock, lease)
        if type(refusal) == 'table' then
            redis.call('HSET', lock, field, found)
            return refusal
        end
    end
    return {wanted, lease}
end
local held = redis.call('EXISTS', lock) == 1
if held and redis.call('HEXISTS', lock, 'mode') == 1 then
    return redis.error_reply('WRONGTYPE the key holds a read-write lock')
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local publish = ARGV[5]
local function ear(waiter)
    return ear_of(publish, channel .. ':' .. waiter)
end
local believed_dead = {}
for i = 8, #ARGV do
    believed_dead[ARGV[i]] = true
end
local function is_gone(waiter)
    local deadline = redis.call('ZSCORE', deadlines, waiter)
    if deadline then
        -- Who seems dead costs nothing while the lock is held, and may only be slow to hear again.
        return tonumber(deadline) <= now or (not held and believed_dead[waiter] and not ear(waiter))
    end
    if not ear(waiter) then
        return true
    end
    -- Somebody waits there, whatever became of its deadline: it keeps its place, but not for ever.
    redis.call('ZADD', deadlines, now + usual_wait, waiter)
    return false
end

-- Who is first of those that live?
local gone, first = 0, nil
while true do
    first = redis.call('LINDEX', queue, gone)
    if not first or first == field or gone == bounded or not is_gone(first) then
        break
    end
    gone = gone + 1
end
-- The lock is free and somebody else is next: it may not know, because a lease that ends is told to nobody. The message
-- before anything is removed: if the channel is not permitted, nothing has happened yet.
if not held and first and first ~= field then
    tell(publish, channel .. ':' .. first, ear(first))
end
for _ = 1, gone do
    redis.call('ZREM', deadlines, redis.call('LPOP', queue))
end

if not held and (not first or first == field) then
    redis.call('HSET', lock, field, 1)
    local refusal = redis.pcall('PEXPIRE', lock, lease)
    if type(refusal) == 'table' then
        redis.call('DEL', lock) -- not permitted: a lock without an end would be worse than none
        return refusal
    end
    if first then
        local is_small = redis.call('ZCARD', deadlines) <= small_queue
        local own = tonumber(redis.call('ZSCORE', deadlines, field) or now)
        redis.call('LREM', queue, is_small and 0 or 1, field)
        redis.call('ZREM', deadlines, field)
        -- Those behind have left us what is left of our time, and with it what we had left to others who died and were
        -- dropped. Nobody needs it any more; but each keeps what it would be given now. In a long queue this would cost more than it is worth: who is dead there is found by nobody
        -- listening for it.
        if is_small then
            local behind = redis.call('ZRANGE', deadlines, 0, -1, 'WITHSCORES')
            for i = 1, #behind, 2 do
                local needed = now + usual_wait * (i + 1) / 2
                local spare = math.min(own - now, tonumber(behind[i + 1]) - needed)
                if spare > 0 then
                    redis.call('ZINCRBY', deadlines, -spare, behind[i])
                end
            end
        end
    end
    return (first or wait == 0) and {1, lease} or {1, lease, field}
end

local ttl = held and redis.call('PTTL', lock) or 0
local answer = {0, ttl}
if wait > 0 then
    local own_wait = math.min(wait, usual_wait)
    local base = now + math.max(ttl, 0) + own_wait
    local deadline = redis.call('ZSCORE', deadlines, field)
    local place = redis.pcall('LPOS', queue, field)
    if type(place) == 'table' then -- before Redis 6.0.6; then the deadline is believed
        place = deadline
        if not deadline then
            redis.call('LREM', queue, 0, field)
        end
    end
    if not place or not deadline then
        -- Who waits longer than usual has a deadline that says so, and subtracts accordingly.
        local lead = usual_wait * redis.call('ZCARD', deadlines)
        local last = redis.call('LINDEX', queue, -1)
        local last_deadline = last and redis.call('ZSCORE', deadlines, last)
        if last_deadline then
            lead = math.max(lead, math.min(tonumber(last_deadline) - base + own_wait, lead + longest_lead))
        end
        redis.call('ZADD', deadlines, base + lead, field)
        if not place then
            redis.call('RPUSH', queue, field)
            answer[#answer + 1] = field
        end
    elseif tonumber(deadline) < now + own_wait / 2 then
        redis.call('ZADD', deadlines, base + usual_wait * redis.call('ZRANK', deadlines, field), field)
    end
    -- Redisson's multi lock lets the queue end with its lease, with everybody in it. Whoever may not keep it waits on.
    for _, key in ipairs({queue, deadlines}) do
        if redis.call('PTTL', key) >= 0 then
            redis.pcall('PERSIST', key)
        end
    end
end

if tonumber(ARGV[7]) > 0 then
    for _, waiter in ipairs(redis.call('LRANGE', queue, 0, ARGV[7] - 1)) do
        if waiter ~= field and not ear(waiter) then
            answer[#answer + 1] = waiter
        end
    end
end
return answer
