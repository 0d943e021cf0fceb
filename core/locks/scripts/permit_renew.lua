-- Renews permits of one semaphore: none of them ends before a lease from now.
-- KEYS[1] the deadlines by id
-- ARGV[1] lease in ms   ARGV[2…] of each permit the id, 16 bytes, and the same in hex
-- Returns for each what is left of its lease in ms, -2 if it is not there or expired.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local wanted = now + tonumber(ARGV[1])
local left = {}
for i = 2, #ARGV, 2 do
    local id = ARGV[i]
    local deadline = redis.call('ZSCORE', KEYS[1], id)
    if not deadline then
        id = ARGV[i + 1]
        deadline = redis.call('ZSCORE', KEYS[1], id)
    end
    deadline = tonumber(deadline or 0)
    if deadline <= now then
        left[#left + 1] = -2
    else
        if deadline < wanted then
            -- Once something was written, ZADD works where memory is full, too.
            redis.call('ZREM', KEYS[1], '')
            redis.call('ZADD', KEYS[1], 'XX', wanted, id)
            deadline = wanted
        end
        left[#left + 1] = deadline - now
    end
end
return left
