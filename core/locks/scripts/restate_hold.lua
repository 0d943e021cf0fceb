-- Writes what is there once more, where the owner holds the lock so often: a replica that has this has all that came before.
-- KEYS[1] the lock   ARGV[1] 'restate', for whoever reads along   ARGV[2] owner field   ARGV[3] count the owner holds
-- Returns 1, or 0 if the owner does not hold it so often; then nothing is written.
local found = redis.call('HGET', KEYS[1], ARGV[2])
if tonumber(found) ~= tonumber(ARGV[3]) then
    return 0
end
-- Where memory is full, Redis lets no script begin with HSET.
local left = redis.call('PTTL', KEYS[1])
if left > 0 then
    redis.call('PEXPIRE', KEYS[1], left)
else
    redis.call('HSET', KEYS[1], ARGV[2], found)
end
return 1
