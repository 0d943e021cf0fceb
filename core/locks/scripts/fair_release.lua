-- #include fair_ears.lua
-- Leaves a fair lock once.
-- KEYS[1] the lock   KEYS[2] its queue   KEYS[3] the queue's deadlines
-- ARGV[1] owner field   ARGV[2] count the owner believes to hold   ARGV[3] lease in ms
-- ARGV[4] PUBLISH or SPUBLISH   ARGV[5] unlock channel
-- Returns the count that is left, 0 when the lock is free now, or -1 if the owner does not hold it.
local lock, queue, deadlines, publish, channel = KEYS[1], KEYS[2], KEYS[3], ARGV[4], ARGV[5]
local found = redis.call('HGET', lock, ARGV[1])
if not found then
    return -1
end
if redis.call('HLEN', lock) > 1 then
    return redis.error_reply('WRONGTYPE the key holds another kind of lock')
end
local left = tonumber(ARGV[2]) - 1
if left > 0 then
    -- Where memory is full, Redis lets no script begin with HSET, but go on with it.
    redis.call('PEXPIRE', lock, math.max(redis.call('PTTL', lock), tonumber(ARGV[3])))
    if tonumber(found) ~= left then
        redis.call('HSET', lock, ARGV[1], left)
    end
    return left
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local gone, first = 0, nil
while true do
    first = redis.call('LINDEX', queue, gone)
    if not first or gone == 1000 then
        break
    end
    local deadline = redis.call('ZSCORE', deadlines, first)
    if deadline and tonumber(deadline) > now or not deadline and ear_of(publish, channel .. ':' .. first) then
        break
    end
    gone = gone + 1
end
-- The message first: if the channel is not permitted, nothing has happened yet. No command below is refused when memory
-- is full.
if first then
    tell_next(publish, channel, queue, gone)
end
redis.call('DEL', lock)
for _ = 1, gone do
    redis.call('ZREM', deadlines, redis.call('LPOP', queue))
end
if not first then
    redis.call('DEL', deadlines) -- Nobody waits, so whatever deadlines there are belong to nobody.
end
return 0
