-- Writes what is there once more, where permits were taken: a replica that has this has all that came before.
-- KEYS[1] the semaphore   KEYS[2] of permits with ids: the deadlines by id
-- ARGV[1] 'restate', for whoever reads along   ARGV[2] one of the ids, 16 bytes
-- Returns 1, or 0 if there is no such semaphore, or no such id; then nothing is written.
if redis.call('EXISTS', KEYS[1]) == 0 or (KEYS[2] and not redis.call('ZSCORE', KEYS[2], ARGV[2])) then
    return 0
end
redis.call('INCRBY', KEYS[1], 0)
return 1
