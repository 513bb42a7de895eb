/**
 * Lua that every script begins with: the time, the state of the policy, and its levels. A level
 * is what some limits of the policy count together: all requests of the policy, or those of one
 * scope.
 *
 * A request is a slot, a member of the sorted set of its level for every token it costs. Its
 * score is the moment of its answer: supposed (grant + longest flight) until that is known. A
 * window of length L counts the slots whose score is greater than now - L. The answer is rounded
 * up to the next millisecond and now is rounded down, so no slot is given up early.
 *
 * KEYS[1]: what all names of the policy begin with. ARGV[1]: the policy, as JSON.
 */
export const LEVELS = `
local call, prefix = redis.call, KEYS[1]
local policy = cjson.decode(ARGV[1])
local time = call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local state = {}
do
  local flat = call('HGETALL', prefix .. ':state')
  for i = 1, #flat, 2 do state[flat[i]] = flat[i + 1] end
end
local function number(name) return tonumber(state[name] or 0) end

-- What the state was kept for: a process with shorter windows keeps slots for the others too.
local keep_policy = math.max(policy.keep_policy, number('keep_policy'))
local keep_scope = math.max(policy.keep_scope, number('keep_scope'))

local function counted(limits, is_scope)
  local found = {}
  for index, limit in ipairs(limits) do
    if limit.per_scope == is_scope then
      found[#found + 1] = { index = index, limit = limit }
    end
  end
  return found
end

local function load_window(level, window)
  window.used = call('ZCOUNT', level.slots, '(' .. (now - window.limit.length), '+inf')
end

-- A bucket that nobody has used since the state began is as full as it can be by now.
local function load_bucket(level, bucket)
  bucket.key = prefix .. ':bucket:' .. bucket.limit.name .. level.suffix
  local tokens, at = unpack(call('HMGET', bucket.key, 'tokens', 'at'))
  local refilled = (now - (at or number('buckets_from'))) * bucket.limit.refill
  bucket.tokens = math.min(bucket.limit.capacity, (tokens or 0) + math.max(0, refilled))
end

local function load_level(suffix, is_scope, keep)
  local level = { suffix = suffix, keep = keep, slots = prefix .. ':slots' .. suffix, added = {} }
  level.windows = counted(policy.windows, is_scope)
  level.buckets = counted(policy.buckets, is_scope)
  for _, window in ipairs(level.windows) do load_window(level, window) end
  for _, bucket in ipairs(level.buckets) do load_bucket(level, bucket) end
  return level
end

local loaded_policy
local function policy_level()
  loaded_policy = loaded_policy or load_level('', false, keep_policy)
  return loaded_policy
end

local scopes = {}
local function scope_level(scope)
  if not scopes[scope] then
    local level = load_level(':' .. scope, true, keep_scope)
    level.backoff_until = tonumber(call('HGET', prefix .. ':backoff:' .. scope, 'until') or 0)
    scopes[scope] = level
  end
  return scopes[scope]
end

local function has_room(level, tokens)
  if (level.backoff_until or 0) > now then return false end
  for _, window in ipairs(level.windows) do
    if window.used + tokens > window.limit.permitted then return false end
  end
  for _, bucket in ipairs(level.buckets) do
    if bucket.tokens + 1e-9 < tokens then return false end
  end
  return true
end

-- When a limit will have room if nothing else happens; slots have to be stored before.
local function window_room_at(level, window, tokens)
  local excess = window.used + tokens - window.limit.permitted
  if excess <= 0 then return now end
  local slot = call('ZRANGEBYSCORE', level.slots, '(' .. (now - window.limit.length), '+inf',
    'WITHSCORES', 'LIMIT', excess - 1, 1)
  return (slot[2] or now) + window.limit.length
end

local function bucket_room_at(bucket, tokens)
  return now + math.max(0, math.ceil((tokens - bucket.tokens) / bucket.limit.refill))
end

local function room_at(level, tokens)
  local at = math.max(now, level.backoff_until or 0)
  for _, window in ipairs(level.windows) do
    at = math.max(at, window_room_at(level, window, tokens))
  end
  for _, bucket in ipairs(level.buckets) do
    at = math.max(at, bucket_room_at(bucket, tokens))
  end
  return at
end
`;
