-- Opens a latch by deleting it.
-- KEYS[1] the latch   ARGV[1] PUBLISH or SPUBLISH   ARGV[2] its channel
-- Returns 1, or 0 if there was none. A key that is no integer is left alone (WRONGTYPE).
-- Redisson sends 1 only, which wakes nobody: its waiters would wait for ever. The 0 after it wakes them.
local text = redis.call('GET', KEYS[1])
if not text then
    return 0
end
if text ~= '0' and not (#text < 16 and text:find('^%-?[1-9]%d*$')) then
    return redis.error_reply('WRONGTYPE the key holds no number')
end
redis.call(ARGV[1], ARGV[2], '1')
redis.call(ARGV[1], ARGV[2], '0')
redis.call('DEL', KEYS[1])
return 1
