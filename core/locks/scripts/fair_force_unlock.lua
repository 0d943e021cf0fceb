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
tell_next(publish, channel, KEYS[2], 0)
redis.call('DEL', KEYS[1])
return 1
