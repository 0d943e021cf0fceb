-- For the scripts of fair locks: who listens for its turn, and how it is told.

-- PUBLISH or SPUBLISH: how whoever listens to a channel is reached; nil: nobody does. In a cluster clients may differ in
-- whether they listen within the shard: whoever does it otherwise than we publish lives, too. Who must not ask takes
-- everybody for alive.
local function ear_of(publish, channel)
    local heard = redis.pcall('PUBSUB', publish == 'SPUBLISH' and 'SHARDNUMSUB' or 'NUMSUB', channel)
    if heard.err or heard[2] > 0 then
        return publish
    end
    heard = publish == 'SPUBLISH' and redis.pcall('PUBSUB', 'NUMSUB', channel) or heard
    return not heard.err and heard[2] > 0 and 'PUBLISH' or nil
end

local function tell(publish, channel, ear)
    if ear and ear ~= publish then
        redis.pcall(ear, channel, '0') -- not permitted: then it looks by itself
    else
        redis.call(publish, channel, '0')
    end
end

-- The one at this place of the queue is told that it is next, and if nobody listens for it, also the first behind it who
-- does: it finds out who is dead.
local function tell_next(publish, channel, queue, place)
    for i = place, place + 64 do
        local waiter = redis.call('LINDEX', queue, i)
        if not waiter then
            return
        end
        local ear = ear_of(publish, channel .. ':' .. waiter)
        if i == place or ear then
            tell(publish, channel .. ':' .. waiter, ear)
        end
        if ear then
            return
        end
    end
end

