-- Put in front of the scripts that act: whoever watches shall know that it was an operator, and which. The last argument
-- is the message, see operator_news.hpp; it is taken off, so that the script itself sees only its own.
--
-- tell(removed): once it is as good as sure that something is changed; with the waiters that are taken out of the queue
-- besides those in the message. It is no reason not to act that nobody may be told.
local news = table.remove(ARGV)
local function tell(removed)
    local channel = 'redisson_lock__channel:lockscope'
    if redis.acl_check_cmd and not redis.acl_check_cmd('PUBLISH', channel, '') then
        return
    end
    for _, owner in ipairs(removed) do
        news = news .. #owner .. ':' .. owner .. ','
    end
    redis.pcall('PUBLISH', channel, news)
end

