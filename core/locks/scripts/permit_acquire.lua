-- Takes permits, each under an id of its own, until a deadline by the server's clock: all of them, or none.
-- KEYS[1] the semaphore   KEYS[2] the deadlines by id
-- ARGV[1] PUBLISH or SPUBLISH   ARGV[2] channel   ARGV[3] lease in ms; empty: without end   ARGV[4…] ids, 16 bytes each
-- Returns {1, ms until the semaphore itself ends, with all its permits (-1: it does not)}, or {0, ms until the first
-- permit expires (-1: none does)}.
-- An id that is there already is this very call, executed before its reply was lost: ids are random.
local text = redis.call('GET', KEYS[1])
if text and text ~= '0' and not (#text < 16 and text:find('^%-?[1-9]%d*$')) then
    return redis.error_reply('WRONGTYPE the key holds no number')
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local own = redis.call('ZSCORE', KEYS[2], ARGV[4])
if own and tonumber(own) > now then
    return {1, redis.call('PTTL', KEYS[1])}
end

-- Permits whose time is over come back, a bounded number in one go. They have the lowest ranks.
local value = tonumber(text or 0)
local expired = math.min(redis.call('ZCOUNT', KEYS[2], '-inf', now), 10000)
if expired > 0 then
    value = value + expired
    if value > 0 then
        redis.call(ARGV[1], ARGV[2], value)
    end
    -- In this order: if the other is refused, permits are lost, and not made.
    redis.call('ZREMRANGEBYRANK', KEYS[2], 0, expired - 1)
    redis.call('INCRBY', KEYS[1], expired)
end

local wanted = #ARGV - 3
if value < wanted then
    local first = redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')
    local deadline = tonumber(first[2])
    if not deadline or deadline >= 922337203685477 then
        return {0, -1}
    end
    return {0, math.max(deadline - now, 0)}
end
local deadline = ARGV[3] == '' and '922337203685477' or now + tonumber(ARGV[3])
for i = 4, #ARGV do
    redis.call('ZADD', KEYS[2], deadline, ARGV[i])
end
local refusal = redis.pcall('DECRBY', KEYS[1], wanted)
local is_taken = type(refusal) ~= 'table'
local ttl = redis.call('PTTL', KEYS[1])
if is_taken and ttl > 0 then
    refusal = redis.pcall('PEXPIRE', KEYS[2], ttl)
end
if type(refusal) == 'table' then -- not permitted: then nothing is taken
    for i = 4, #ARGV do
        redis.pcall('ZREM', KEYS[2], ARGV[i])
    end
    if is_taken then
        redis.pcall('INCRBY', KEYS[1], wanted)
    end
    return refusal
end
return {1, ttl}
