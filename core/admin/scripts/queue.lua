-- Put in front of the scripts that act on a fair lock's queue.

-- Milliseconds, nil for what is no time; and whether there is a score at all.
local function deadline_of(deadlines, waiter)
    local score = redis.call('ZSCORE', deadlines, waiter)
    local time = tonumber(score or '')
    if time and math.abs(time) <= 9e18 then
        return time < 0 and math.ceil(time) or math.floor(time), true
    end
    return nil, score and true or false
end

-- How many listen to a channel; -1: it may not be asked. In either way: whoever has subscribed otherwise than we
-- publish (by PUBLISH or SPUBLISH) lives, too.
local function listeners(publish, channel)
    local sum = 0
    for _, counting in ipairs(publish == 'SPUBLISH' and {'SHARDNUMSUB', 'NUMSUB'} or {'NUMSUB'}) do
        local heard = redis.pcall('PUBSUB', counting, channel)
        if heard.err then
            return -1
        end
        sum = sum + heard[2]
    end
    return sum
end

