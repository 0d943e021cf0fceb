-- Enters a read-write lock as a reader, or enters it once more.
-- KEYS[1] the lock   KEYS[2] a guard
-- ARGV[1] lease in ms   ARGV[2] reader's field   ARGV[3] count the reader believes to hold
-- ARGV[4] the field of the same owner as a writer   ARGV[5] what the keys of this reader's deadlines start with
-- ARGV[6] 1 if the owner believes to write, else 0   ARGV[7] PUBLISH or SPUBLISH   ARGV[8] channel
-- Returns {count, ttl}: count 0 means that somebody else writes, for ttl ms more (-1: without end).
-- Every entry has a deadline of its own, numbered like the entries. A count one above what the reader believes is this
-- very call, executed before its reply was lost.
local key, lease, field = KEYS[1], tonumber(ARGV[1]), ARGV[2]
local mode = redis.call('HGET', key, 'mode')
if mode ~= 'read' and mode ~= 'write' and redis.call('EXISTS', key) == 1 then
    return redis.error_reply('WRONGTYPE the key holds another kind of lock')
end
if mode == 'write' and redis.call('HEXISTS', key, ARGV[4]) == 0 then
    return {0, redis.call('PTTL', key)}
end
if mode == 'write' and ARGV[6] == '0' then
    -- Its release was never answered. As long as its owner reads it would keep everybody out, and nobody would end it.
    redis.call(ARGV[7], ARGV[8], '1')
    redis.call('HDEL', key, ARGV[4])
    redis.call('HSET', key, 'mode', 'read')
    mode = 'read'
end
local found = mode and redis.call('HGET', key, field)
local wanted = found and tonumber(ARGV[3]) + 1 or 1
local left = redis.call('PTTL', key)
-- The deadline first, because it can be refused: its key may not be permitted to us.
for n = wanted + 1, math.min(found and tonumber(found) or 0, 10000) do
    redis.call('DEL', ARGV[5] .. ':' .. n) -- of entries that the reader does not know of any more
end
redis.call('SET', ARGV[5] .. ':' .. wanted, '1', 'PX', lease)
if not mode then
    redis.call('HSET', key, 'mode', 'read', field, wanted)
elseif tonumber(found) ~= wanted then
    redis.call('HSET', key, field, wanted)
end
if left < lease then
    local refusal = redis.pcall('PEXPIRE', key, lease)
    if type(refusal) == 'table' then
        -- Not permitted: a lock without an end would be worse than none.
        if found then
            redis.call('HSET', key, field, found)
        elseif mode then
            redis.call('HDEL', key, field)
        else
            redis.call('DEL', key)
        end
        redis.call('DEL', ARGV[5] .. ':' .. wanted)
        return refusal
    end
end
return {wanted, lease}
