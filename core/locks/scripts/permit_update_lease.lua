-- Gives a permit another deadline, counted from now.
-- KEYS[1] the deadlines by id
-- ARGV[1] id, 16 bytes   ARGV[2] the same in hex   ARGV[3] lease in ms; empty: without end
-- Returns 1, or 0 if it is not there or expired.
local id = ARGV[1]
local deadline = redis.call('ZSCORE', KEYS[1], id)
if not deadline then
    id = ARGV[2]
    deadline = redis.call('ZSCORE', KEYS[1], id)
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if not deadline or tonumber(deadline) <= now then
    return 0
end
-- Once something was written, ZADD works where memory is full, too.
redis.call('ZREM', KEYS[1], '')
redis.call('ZADD', KEYS[1], 'XX', ARGV[3] == '' and '922337203685477' or now + tonumber(ARGV[3]), id)
return 1
