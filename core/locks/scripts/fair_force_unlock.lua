-- Frees a fair lock whoever holds it, and tells whoever is next.
-- KEYS[1] the lock   KEYS[2] its queue   ARGV[1] PUBLISH or SPUBLISH   ARGV[2] unlock channel
-- Returns 1, or 0 if nobody held it. A key that is no hash, or has more than the one field of this kind of lock (a
-- read-write lock, somebody's data), is left alone (WRONGTYPE).
local counting = ARGV[1] == 'SPUBLISH' and 'SHARDNUMSUB' or 'NUMSUB'
local fields = redis.call('HLEN', KEYS[1])
if fields == 0 then
    return 0
end
if fields > 1 then
    return redis.error_reply('WRONGTYPE the key holds another kind of lock')
end
-- The first is told, and if nobody listens for it, also the first who does: it finds out who is dead.
for i = 0, 64 do
    local waiter = redis.call('LINDEX', KEYS[2], i)
    if not waiter then
        break
    end
    local heard = redis.pcall('PUBSUB', counting, ARGV[2] .. ':' .. waiter)
    local listens = heard.err or heard[2] > 0
    if i == 0 or listens then
        redis.call(ARGV[1], ARGV[2] .. ':' .. waiter, '0')
    end
    if listens then
        break
    end
end
redis.call('DEL', KEYS[1])
return 1
