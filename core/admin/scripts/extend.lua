-- Makes what is left of a lease longer, if the lock is exactly as the operator saw it. Needs tell.lua and compare.lua in
-- front of it.
--
-- KEYS  1 the lock, 2 its fencing token, then the timeout strings of the readers expected
-- ARGV  1 what shall be left of the lease in ms
--       2... what is expected, as in compare.lua
-- Returns {1, what was left, timeout strings that were moved}; {2, what is left, 0}: nothing ends before, nothing was
--         done; or what compare.lua says.
--
-- A reader whose timeout strings end lets writers in although the lock lives, so they are moved as well; those that are
-- gone are not made again, because a reader without them is dead. They come before the lock: where a write is refused,
-- the lock is left as it was.
local lock, ttl = KEYS[1], tonumber(ARGV[1])
local differs, seen = compare(lock, KEYS[2], 2)
if differs then
    return differs
end

local moved = 0
for i = 3, seen.mode and #KEYS or 0 do
    local left = redis.call('PTTL', KEYS[i])
    if left >= 0 and left < ttl then
        redis.call('PEXPIRE', KEYS[i], ttl)
        moved = moved + 1
    end
end
if seen.left >= 0 and seen.left < ttl then
    redis.call('PEXPIRE', lock, ttl)
elseif moved == 0 then
    return {2, seen.left, 0}
end
tell({})
return {1, seen.left, moved}
