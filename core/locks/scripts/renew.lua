-- Renews, or only looks at, many holds at once; one spoilt key harms no other.
-- KEYS[i] a lock; behind the last one a guard for each reader
-- ARGV[3i-2] lease in ms to renew it for; 0: only look; below 0, for a reader: only look, but what it was granted has so
--            long to go
-- ARGV[3i-1] owner field
-- ARGV[3i]   for readers: what the keys of its deadlines start with, otherwise empty
-- Returns for each what is left of its lease in ms (-1: without end), -2 if the owner does not hold it, -3 if it is no hash;
-- or why the server does not say.

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

-- The watchdog of a Java reader gives its own, perhaps shorter lease to the whole lock, and up to Redisson 3.43 and
-- 4.3.1 to the deadlines of all its readers. More than what the way to the server explains is put back.
local function is_cut(left, granted)
    return left >= 0 and granted - left > math.min(1000, granted / 4)
end

local left = {}
for i = 1, #ARGV / 3 do
    local key, lease, field, prefix = KEYS[i], tonumber(ARGV[3 * i - 2]), ARGV[3 * i - 1], ARGV[3 * i]
    local count = redis.pcall('HGET', key, field)
    if type(count) == 'table' then
        left[i] = count.err:sub(1, 9) == 'WRONGTYPE' and -3 or count
    elseif not count then
        left[i] = -2
    else
        local own, least = -1, lease
        if prefix ~= '' then
            own = renew_reader(prefix, tonumber(count) or 1, lease)
            -- Where nobody else reads, it was somebody who wanted to free the lock.
            if lease < 0 and redis.call('HLEN', key) > 2 and redis.call('HGET', key, 'mode') == 'read' then
                if is_cut(own, -lease) and redis.call('PEXPIRE', prefix .. ':1', -lease) == 1 then
                    own = -lease
                end
                least = is_cut(redis.call('PTTL', key), own) and own or 0
            elseif lease > 0 then
                least = math.max(lease, own)
            end
        end
        local ttl = redis.call('PTTL', key)
        if least > 0 and ttl < least then
            redis.call('PEXPIRE', key, least)
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
