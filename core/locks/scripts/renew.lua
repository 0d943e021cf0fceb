-- Renews, or only looks at, many holds at once; one spoilt key harms no other.
-- KEYS[i] a lock   ARGV[2i-1] lease in ms, 0 to only look   ARGV[2i] owner field
-- Returns for each what is left of its lease in ms (-1: without end), -2 if the owner does not hold it, -3 if it is no hash.
local left = {}
for i, key in ipairs(KEYS) do
    local lease = tonumber(ARGV[2 * i - 1])
    local held = redis.pcall('HEXISTS', key, ARGV[2 * i])
    if type(held) == 'table' then
        left[i] = -3
    elseif held == 0 then
        left[i] = -2
    else
        local ttl = redis.call('PTTL', key)
        if lease > 0 and ttl < lease then
            redis.call('PEXPIRE', key, lease)
            -- Read after the write: client tracking forgets a key that is written, and we want to hear of the next change.
            ttl = redis.call('PTTL', key)
        end
        left[i] = ttl
    end
end
return left
