-- Closes a latch: so many have to count down. Only if it is open.
-- KEYS[1] the latch   ARGV[1] PUBLISH or SPUBLISH   ARGV[2] its channel   ARGV[3] how many
-- Returns 1, or 0 if the key exists, whatever it is. The message 1 is Redisson's for "there is a count again".
if redis.call('EXISTS', KEYS[1]) == 1 then
    return 0
end
redis.call(ARGV[1], ARGV[2], '1')
redis.call('SET', KEYS[1], ARGV[3])
return 1
