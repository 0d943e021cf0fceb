-- Takes a read-write lock as its writer, or enters it once more.
-- KEYS[1] the lock   KEYS[2] a guard
-- ARGV[1] lease in ms   ARGV[2] writer's field   ARGV[3] count the writer believes to hold
-- ARGV[4] what the keys of all readers' deadlines start with
-- Returns {count, ttl}: count 0 means that somebody else holds it; looking again makes sense in ttl ms (-1: no end).
-- Readers who have let all their deadlines pass are removed where others live, so that a dead reader keeps nobody out
-- because of them. Where nobody else lives, they may still read, and the end of the lock itself is waited for.
local key, lease, field = KEYS[1], tonumber(ARGV[1]), ARGV[2]
local wanted = tonumber(ARGV[3]) + 1
local mode = redis.call('HGET', key, 'mode')
local fields = redis.call('HLEN', key)
if mode ~= 'read' and mode ~= 'write' and fields > 0 then
    return redis.error_reply('WRONGTYPE the key holds another kind of lock')
end

local found = mode == 'write' and redis.call('HGET', key, field)
if mode == 'write' and not found then
    return {0, redis.call('PTTL', key)}
end
if mode == 'read' then
    -- Looking at all readers costs time in the server. Where there are too many, the lock has to end as a whole.
    local looks = fields <= 1001 and 2000 or -1
    local all = looks > 0 and redis.call('HGETALL', key) or {}
    local dead, shortest, longest = {}, math.huge, -2
    for i = 1, #all, 2 do
        if all[i] ~= 'mode' then
            local count = tonumber(all[i + 1])
            if not count or not string.find(all[i], '^%x+%-%x+%-%x+%-%x+%-%x+:%-?%d+') then
                looks = -1 -- nothing that a lock would write, so nothing that we would delete
                break
            end
            local ttl = -2
            for n = 1, count do
                looks = looks - 1
                if looks < 0 then
                    break
                end
                local left = redis.call('PTTL', ARGV[4] .. ':' .. all[i] .. ':rwlock_timeout:' .. n)
                ttl = left == -1 and math.huge or math.max(ttl, left)
            end
            if ttl <= 0 then
                dead[#dead + 1] = all[i]
            else
                shortest = math.min(shortest, ttl)
                longest = math.max(longest, ttl)
            end
        end
    end
    if looks < 0 then
        return {0, redis.call('PTTL', key)}
    end
    if longest > 0 then
        for _, reader in ipairs(dead) do
            redis.call('HDEL', key, reader)
        end
        if redis.call('PTTL', key) > longest then
            redis.call('PEXPIRE', key, longest)
        end
        -- Not the longest: readers leave without a message as long as others read, and one who left may have been that.
        local look_again = math.min(longest, math.max(shortest, 50))
        return {0, look_again < math.huge and look_again or -1}
    end
    -- Redisson 3.44 to 3.52 renews the deadlines of the first lock of a batch only, of the others just the lock itself: who
    -- seems dead may be alive as long as that has an end. If it is dead, nobody puts the end off.
    local ends_in = redis.call('PTTL', key)
    if #dead > 0 and ends_in >= 0 then
        return {0, ends_in}
    end
    redis.call('DEL', key)
end

local left = redis.call('PTTL', key)
if not found then
    wanted = 1
    redis.call('HSET', key, 'mode', 'write', field, wanted)
elseif tonumber(found) ~= wanted then
    redis.call('HSET', key, field, wanted)
end
-- Entering again never shortens the lease, and never adds to it.
if left < lease then
    local refusal = redis.pcall('PEXPIRE', key, lease)
    if type(refusal) == 'table' then
        -- Not permitted: a lock without an end would be worse than none.
        if found then
            redis.call('HSET', key, field, found)
        else
            redis.call('DEL', key)
        end
        return refusal
    end
end
return {wanted, lease}
