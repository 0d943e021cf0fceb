-- Is a read-write lock held in this mode?
-- KEYS[1] the lock   ARGV[1] mode
-- Returns 1 or 0. A writer who reads as well counts as both.
local mode = redis.call('HGET', KEYS[1], 'mode')
if mode == ARGV[1] or (mode == 'write' and redis.call('HLEN', KEYS[1]) > 2) then
    return 1
end
return 0
