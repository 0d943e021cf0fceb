-- Put in front of read_release.lua, so that it takes out a reader only if that is as the operator saw it. Needs
-- tell.lua in front of it.
--
-- KEYS and ARGV are those of read_release.lua; behind them in ARGV, and taken off, so that it sees only its own:
--       the reader's count as it was seen
--       when the longest of its deadlines ends in epoch ms, -1 never, "" if that does not matter
-- Returns what read_release.lua does, or
--       {0, why, text}: nothing was done. why: "gone"; "mode", with the one found; "count", with the one found;
--         "deadline", with the one found in epoch ms, -1 never
--
-- Why the lease is looked at up to three times, see compare.lua. Who has let all its deadlines pass has none to
-- compare.
local deadline_seen, count_seen = table.remove(ARGV), table.remove(ARGV)

local function longest_left(prefix, holds)
    local longest = -2
    for n = 1, holds do
        local left = redis.call('PTTL', prefix .. ':' .. n)
        if left == -1 then
            return left
        end
        longest = math.max(longest, left)
    end
    return longest
end

local function other_deadline(prefix, holds, wanted)
    local ends
    for _ = 1, 3 do
        local time = redis.call('TIME')
        local now = time[1] * 1000 + math.floor(time[2] / 1000)
        local left = longest_left(prefix, holds)
        ends = left == -1 and left or now + math.max(left, 0)
        local is_over = left == -2 and wanted ~= -1 and wanted <= now
        if is_over or math.abs(ends - wanted) <= 2 then
            return nil
        end
    end
    return string.format('%.0f', ends)
end

local function what_differs(lock, field, prefix)
    local count = redis.call('HGET', lock, field)
    if not count then
        return {0, 'gone', ''}
    end
    local mode = redis.call('HGET', lock, 'mode') or ''
    if mode ~= 'read' then
        return {0, 'mode', mode:sub(1, 512)}
    end
    if count ~= count_seen then
        return {0, 'count', count:sub(1, 512)}
    end
    local ends = deadline_seen ~= ''
        and other_deadline(prefix, math.min(tonumber(count) or 1, 10000), tonumber(deadline_seen))
    return ends and {0, 'deadline', ends} or nil
end

local differs = what_differs(KEYS[1], ARGV[1], ARGV[6])
if differs then
    return differs
end
if redis.acl_check_cmd
    and not (redis.acl_check_cmd('HDEL', KEYS[1], ARGV[1]) and redis.acl_check_cmd('PEXPIRE', KEYS[1], '1')
        and redis.acl_check_cmd('DEL', KEYS[1])) then
    return redis.error_reply('NOPERM this user may not run HDEL, PEXPIRE and DEL on the lock')
end
tell({})
if redis.call('HLEN', KEYS[1]) > 2 then
    -- Whoever waits for as long as this reader had it has to look again for how long the others have.
    redis.call(ARGV[4], ARGV[5], '1')
end

