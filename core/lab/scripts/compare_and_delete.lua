-- Deletes a key if it still holds this value.
-- KEYS[1] the key   ARGV[1] the value
-- Returns 1, or 0 if it holds something else or nothing.
if redis.call('GET', KEYS[1]) == ARGV[1] then
    return redis.call('DEL', KEYS[1])
end
return 0
