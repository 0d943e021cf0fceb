-- Leaves a read-write lock once as its writer.
-- KEYS[1] the lock   KEYS[2] a guard
-- ARGV[1] writer's field   ARGV[2] count the writer believes to hold   ARGV[3] lease in ms
-- ARGV[4] PUBLISH or SPUBLISH   ARGV[5] channel   ARGV[6] what the keys of all readers' deadlines start with
-- Returns the count that is left, 0 when it no longer writes, or -1 if it does not write.
-- Whoever reads as well goes on reading; then waiting readers may enter, so "1" wakes everybody in any case.
local key, field = KEYS[1], ARGV[1]
local found = redis.call('HGET', key, 'mode') == 'write' and redis.call('HGET', key, field)
if not found then
    return -1
end
local left = tonumber(ARGV[2]) - 1
if left > 0 then
    -- Where memory is full, Redis lets no script begin with HSET, but go on with it.
    redis.call('PEXPIRE', key, math.max(redis.call('PTTL', key), tonumber(ARGV[3])))
    if tonumber(found) ~= left then
        redis.call('HSET', key, field, left)
    end
    return left
end

local longest = -2
local fields = redis.call('HLEN', key)
if fields > 130 then
    local ttl = redis.call('PTTL', key) -- nobody reads so much beside a writer
    longest = ttl == -1 and math.huge or ttl
elseif fields > 2 then
    local all = redis.call('HGETALL', key)
    for i = 1, #all, 2 do
        local count = all[i] ~= field and tonumber(all[i + 1]) or 0
        for n = 1, math.min(count, 1000) do
            local ttl = redis.call('PTTL', ARGV[6] .. ':' .. all[i] .. ':rwlock_timeout:' .. n)
            longest = ttl == -1 and math.huge or math.max(longest, ttl)
        end
    end
end
-- The message first: if the channel is not permitted, nothing has happened yet.
redis.call(ARGV[4], ARGV[5], '1')
if longest <= 0 then
    redis.call('DEL', key)
    return 0
end
redis.call('HDEL', key, field) -- before HSET, with which no script may begin where memory is full
redis.call('HSET', key, 'mode', 'read')
-- From now on the lock lives as long as those who read.
if longest < math.huge then
    redis.call('PEXPIRE', key, longest)
end
return 0
