-- Takes a reentrant lock, or enters it once more.
-- KEYS[1] the lock   KEYS[2] fenced locks only: the token
-- ARGV[1] lease in ms   ARGV[2] owner field   ARGV[3] count the owner believes to hold
-- Returns {count, ttl, token}: count 0 means somebody else holds it for ttl ms more (-1: without end).
-- Only the owner writes its own field, so a count one above what it believes is this very call, executed before its
-- reply was lost: executing it again changes nothing but the lease.
local lease = tonumber(ARGV[1])
local wanted = tonumber(ARGV[3]) + 1
local found = redis.call('HGET', KEYS[1], ARGV[2])
if not found then
    if redis.call('EXISTS', KEYS[1]) == 1 then
        if redis.call('HEXISTS', KEYS[1], 'mode') == 1 then
            return redis.error_reply('WRONGTYPE the key holds a read-write lock')
        end
        return {0, redis.call('PTTL', KEYS[1])}
    end
    wanted = 1
elseif redis.call('HLEN', KEYS[1]) > 1 then
    return redis.error_reply('WRONGTYPE the key holds another kind of lock')
end
local is_new = tonumber(found) ~= wanted
local token = 0
if KEYS[2] then
    -- First, because it can fail: a key of that name may be anything. Whoever believes to hold nothing works anew, also
    -- where its release never arrived; if it is this very call once more, a number too many harms nobody.
    if is_new or wanted == 1 then
        redis.call('INCR', KEYS[2])
        -- Redisson's multi lock lets the key of the token end with the lease: then tokens would begin anew.
        redis.call('PERSIST', KEYS[2])
    end
    -- As text, because the numbers of Lua are exact only up to 2^53.
    token = redis.call('GET', KEYS[2]) or 0
end
local left = redis.call('PTTL', KEYS[1])
if is_new then
    redis.call('HSET', KEYS[1], ARGV[2], wanted)
end
-- Entering again never shortens a lease that still runs.
if left < lease then
    local refusal = redis.pcall('PEXPIRE', KEYS[1], ARGV[1])
    if type(refusal) == 'table' then
        -- Not permitted: a lock without an end would be worse than none.
        if found then
            redis.call('HSET', KEYS[1], ARGV[2], found)
        else
            redis.call('DEL', KEYS[1])
        end
        return refusal
    end
end
return {wanted, lease, token}
