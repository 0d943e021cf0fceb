-- Gives permits back.
-- KEYS[1] the semaphore   KEYS[2] the deadlines by id
-- ARGV[1] PUBLISH or SPUBLISH   ARGV[2] channel   ARGV[3…] for each permit, all of them different, its id, 16 bytes, and
-- the same in hex, as old Redissons (up to 3.16.8) wrote it
-- Returns {how many went back, how many of them had expired before}. What is missing came back earlier.
-- The message is the new number of permits, if anybody could be served.
local text = redis.call('GET', KEYS[1])
if text and text ~= '0' and not (#text < 16 and text:find('^%-?[1-9]%d*$')) then
    return redis.error_reply('WRONGTYPE the key holds no number')
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local found, deadlines = {}, {}
local expired = 0
for i = 3, #ARGV, 2 do
    local id = ARGV[i]
    local deadline = redis.call('ZSCORE', KEYS[2], id)
    if not deadline then
        id = ARGV[i + 1]
        deadline = redis.call('ZSCORE', KEYS[2], id)
    end
    if deadline then
        found[#found + 1] = id
        deadlines[#found] = deadline
        expired = expired + (tonumber(deadline) > now and 0 or 1)
    end
end
if #found == 0 then
    return {0, 0}
end
local value = tonumber(text or 0) + #found
if value > 0 then
    redis.call(ARGV[1], ARGV[2], value)
end
for _, id in ipairs(found) do
    redis.call('ZREM', KEYS[2], id)
end
local refusal = redis.pcall('INCRBY', KEYS[1], #found)
if type(refusal) == 'table' then -- not permitted: they stay as they were
    for i, id in ipairs(found) do
        redis.pcall('ZADD', KEYS[2], deadlines[i], id)
    end
    return refusal
end
return {#found, expired}
