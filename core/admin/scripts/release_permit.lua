-- Put in front of permit_release.lua, so that it gives back a permit only if that is as the operator saw it. Needs
-- tell.lua in front of it.
--
-- KEYS and ARGV are those of permit_release.lua with one permit; behind them in ARGV, and taken off, so that it sees
-- only its own:
--       when the permit's lease ends in epoch ms, -1 never, "" if that does not matter
-- Returns what permit_release.lua does, or
--       {0, why, text}: nothing was done. why: "gone"; "deadline", with the one found in epoch ms, -1 never
local deadline_seen = table.remove(ARGV)
local endless = 922337203685477

local score = redis.call('ZSCORE', KEYS[2], ARGV[3]) or redis.call('ZSCORE', KEYS[2], ARGV[4])
if not score then
    return {0, 'gone', ''}
end
local wanted = deadline_seen == '-1' and endless or tonumber(deadline_seen)
if wanted and math.abs(tonumber(score) - wanted) > 2 then
    return {0, 'deadline', tonumber(score) >= endless and '-1' or string.format('%.0f', tonumber(score))}
end
if redis.acl_check_cmd
    and not (redis.acl_check_cmd('ZREM', KEYS[2], ARGV[3]) and redis.acl_check_cmd('INCRBY', KEYS[1], '1')) then
    return redis.error_reply('NOPERM this user may not run INCRBY and ZREM on the semaphore')
end
tell({})

