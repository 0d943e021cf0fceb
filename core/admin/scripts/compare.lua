-- Put in front of the scripts that act on somebody's hold: is the lock as the operator saw it?
--
-- compare(lock, token, at): the lock's key, the key of its fencing token, and where in ARGV begins what is expected: the
-- number of owners; a field and a count for each of them; the newest fencing token, "" if it does not matter; when the
-- lease ends in epoch ms, -1 never, "" if it does not matter.
-- Returns nil if it is the same, and otherwise what the script is to return, having done nothing:
--         {0, owners, field, value, ...}: what is there instead: how many hold it, and, if these are not too many, who
--         (cut short)
--         {-1, "token" or "lease", what is there instead}: the same holders, but not the same hold, or it was renewed
-- and besides: now and what is left of the lease (ms), mode, writer (is one expected?), after (the next place in ARGV).
--
-- The clock and the lease are read first and together, so that their sum is exact to a millisecond; whoever read them
-- from afar may be off by another. On a machine so busy that the server itself is interrupted between the two, the sum
-- is off by as much; where that is what differs, they are read again, and the hold is not taken for another one.
local function now_and_left(lock)
    local time = redis.call('TIME')
    local left = redis.call('PTTL', lock)
    return time[1] * 1000 + math.floor(time[2] / 1000), left
end

local function compare(lock, token, at)
    local now, left = now_and_left(lock)
    local owners = tonumber(ARGV[at])
    local last = at + 2 * owners
    local seen = {now = now, left = left, writer = false, after = last + 3}

    local fields = redis.call('HLEN', lock)
    seen.mode = redis.call('HGET', lock, 'mode')
    local same = fields == owners + (seen.mode and 1 or 0)
    for i = at + 1, last, 2 do
        same = same and redis.call('HGET', lock, ARGV[i]) == ARGV[i + 1]
        seen.writer = seen.writer or ARGV[i]:find(':write$') ~= nil or ARGV[i]:find(':write:%x+$') ~= nil
    end
    if seen.mode and seen.mode ~= (seen.writer and 'write' or 'read') then
        same = false
    end
    if not same then
        local found = {0, fields - (seen.mode and 1 or 0)}
        if fields <= 1000 then
            for _, text in ipairs(redis.call('HGETALL', lock)) do
                found[#found + 1] = text:sub(1, 512)
            end
        end
        return found, seen
    end

    local expected_token, expected_end = ARGV[last + 1], ARGV[last + 2]
    if expected_token ~= '' then
        local newest = redis.call('GET', token) or ''
        if newest ~= expected_token then
            return {-1, 'token', newest:sub(1, 512)}, seen
        end
    end
    for look = 1, expected_end ~= '' and 3 or 0 do
        local ends = left < 0 and left or now + left
        if math.abs(ends - tonumber(expected_end)) <= 2 then
            break
        end
        if look == 3 then
            return {-1, 'lease', string.format('%.0f', ends)}, seen
        end
        now, left = now_and_left(lock)
    end
    return nil, seen
end

