-- Renews, or only looks at, many holds at once; one spoilt key harms no other.
-- KEYS[i] a lock; behind the last one a guard for each reader
-- ARGV[3i-2] lease in ms, 0 to only look   ARGV[3i-1] owner field
--                  ARGV[3i] for readers: what the keys of its deadlines start with, otherwise empty
-- Returns for each what is left of its lease in ms (-1: without end), -2 if the owner does not hold it, -3 if it is no hash.

-- A reader lives as long as the longest of its deadlines.
local function renew_reader(prefix, entries, lease)
    local longest = -2
    for n = 1, math.min(entries, 10000) do
        local deadline = prefix .. ':' .. n
        local left = redis.call('PTTL', deadline)
        if lease > 0 and left ~= -1 and left < lease then
            -- SET is refused when memory is full, so only for one that is gone.
            if redis.call('PEXPIRE', deadline, lease) == 1 or not redis.pcall('SET', deadline, '1', 'PX', lease).err then
                left = lease
            end
        end
        if left == -1 then
            return -1
        end
        longest = math.max(longest, left)
    end
    return longest
end

local left = {}
for i = 1, #ARGV / 3 do
    local key, lease, field, prefix = KEYS[i], tonumber(ARGV[3 * i - 2]), ARGV[3 * i - 1], ARGV[3 * i]
    local count = redis.pcall('HGET', key, field)
    if type(count) == 'table' then
        left[i] = -3
    elseif not count then
        left[i] = -2
    else
        local own = -1
        if prefix ~= '' then
            own = renew_reader(prefix, tonumber(count) or 1, lease)
        end
        local ttl = redis.call('PTTL', key)
        if lease > 0 and ttl < lease then
            redis.call('PEXPIRE', key, lease)
            -- Read after the write: client tracking forgets a key that is written, and we want to hear of the next change.
            ttl = redis.call('PTTL', key)
        end
        if own ~= -1 and (ttl == -1 or own < ttl) then
            ttl = own
        end
        left[i] = ttl
    end
end
return left
