-- #include fair_ears.lua
-- Frees a fair lock whoever holds it, and tells whoever is next.
-- KEYS[1] the lock   KEYS[2] its queue   ARGV[1] PUBLISH or SPUBLISH   ARGV[2] unlock channel
-- Returns 1, or 0 if nobody held it. A key that is no hash, or has more than the one field of this kind of lock (a
-- read-write lock, somebody's data), is left alone (WRONGTYPE).
local publish, channel = ARGV[1], ARGV[2]
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
    local ear = ear_of(publish, channel .. ':' .. waiter)
    if i == 0 or ear then
        tell(publish, channel .. ':' .. waiter, ear)
    end
    if ear then
        break
    end
end
redis.call('DEL', KEYS[1])
return 1
