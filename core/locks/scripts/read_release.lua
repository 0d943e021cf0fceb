-- Leaves a read-write lock once as a reader.
-- KEYS[1] the lock   KEYS[2] a guard
-- ARGV[1] reader's field   ARGV[2] count the reader believes to hold   ARGV[3] lease in ms
-- ARGV[4] PUBLISH or SPUBLISH   ARGV[5] channel
-- ARGV[6] what the keys of this reader's deadlines start with   ARGV[7] what those of all readers start with
-- Returns the count that is left, 0 when this reader is out, or -1 if it was not in.
-- The lock itself lives as long as the longest deadline of those who still read; a writer's lease is never touched.
local key, field = KEYS[1], ARGV[1]
local found = redis.call('HGET', key, field)
if not found then
    return -1
end
local mode = redis.call('HGET', key, 'mode')
if mode ~= 'read' and mode ~= 'write' then
    return redis.error_reply('WRONGTYPE the key holds another kind of lock')
end
-- More than one where the reader no longer knows of an entry: it was cancelled.
local function forget_deadlines(first)
    for n = first, math.max(first, math.min(tonumber(found) or 1, 10000)) do
        redis.call('DEL', ARGV[6] .. ':' .. n)
    end
end
local left = tonumber(ARGV[2]) - 1
if left > 0 then
    local lease = tonumber(ARGV[3])
    -- Where memory is full, Redis lets no script begin with HSET or SET, but go on with them.
    redis.call('PEXPIRE', key, math.max(redis.call('PTTL', key), lease))
    forget_deadlines(left + 1)
    -- The deadline that goes may have been the longer one.
    local deadline = ARGV[6] .. ':' .. left
    if redis.call('PTTL', deadline) < lease and redis.call('PEXPIRE', deadline, lease) == 0 then
        redis.call('SET', deadline, '1', 'PX', lease)
    end
    if tonumber(found) ~= left then
        redis.call('HSET', key, field, left)
    end
    return left
end

local longest = -2
local fields = redis.call('HLEN', key)
if mode == 'read' and fields > 2 then
    -- Looking at all the others costs time in the server. Where there are too many, the lock just lives a little longer.
    local looks = fields <= 130 and 1000 or -1
    local all = looks > 0 and redis.call('HGETALL', key) or {}
    for i = 1, #all, 2 do
        local count = all[i] ~= field and tonumber(all[i + 1]) or 0
        for n = 1, count do
            looks = looks - 1
            if looks < 0 then
                break
            end
            local ttl = redis.call('PTTL', ARGV[7] .. ':' .. all[i] .. ':rwlock_timeout:' .. n)
            longest = ttl == -1 and math.huge or math.max(longest, ttl)
        end
    end
    if looks < 0 then
        local ttl = redis.call('PTTL', key)
        longest = ttl == -1 and math.huge or math.max(ttl, 1)
    end
end
if mode == 'read' and longest <= 0 then
    -- The last one; also when others are still written down but have let all their deadlines pass.
    redis.call(ARGV[4], ARGV[5], '0')
    redis.call('DEL', key)
else
    redis.call('HDEL', key, field)
    if mode == 'read' and longest < math.huge then
        redis.call('PEXPIRE', key, longest)
    end
end
forget_deadlines(1)
return 0
