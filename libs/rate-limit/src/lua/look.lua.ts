/** Lua: reads the state of a policy, scope by scope, the last used first; changes nothing. */
export const LOOK = `
local SCOPES, OWNERS, QUEUES = 100, 20, 1000

local function look_at_limits(level, limits)
  for _, window in ipairs(level.windows) do
    limits[#limits + 1] = { 'window', window.index, window.used, window_room_at(level, window, 1) }
  end
  for _, bucket in ipairs(level.buckets) do
    local used = math.ceil(bucket.limit.capacity - bucket.tokens)
    limits[#limits + 1] = { 'bucket', bucket.index, used, bucket_room_at(bucket, 1) }
  end
end

local function look_at_waiters(scope)
  local owners, total = {}, 0
  for index, owner in ipairs(call('ZRANGE', prefix .. ':lanes:' .. scope, 0, QUEUES - 1)) do
    local count = call('ZCARD', prefix .. ':lane:' .. #scope .. ':' .. scope .. ':' .. owner)
    total = total + count
    if index <= OWNERS then owners[index] = { owner, count } end
  end
  return total, owners
end

local found = {}
for _, scope in ipairs(call('ZRANGE', prefix .. ':seen', 0, SCOPES - 1, 'REV')) do
  local limits = {}
  look_at_limits(policy_level(), limits)
  look_at_limits(scope_level(scope), limits)
  local backoff = call('HMGET', prefix .. ':backoff:' .. scope, 'step', 'until')
  local waiters, owners = look_at_waiters(scope)
  found[#found + 1] = { scope, tonumber(backoff[1] or 0), tonumber(backoff[2] or 0), waiters, owners, limits }
end
return { now, number('blocked_until'), found }
`;
