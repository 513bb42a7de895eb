/**
 * Lua: slots and tokens are moved in memory while a turn goes on, and stored at its end.
 */
export const SLOTS = `
local function add_slots(level, process, request, tokens, answered)
  for token = 1, tokens do
    local added = level.added
    added[#added + 1] = answered
    added[#added + 1] = slot_name(process, request, token)
  end
end

-- Moves what a request took out of a level, or back into it.
local function move(level, tokens)
  for _, window in ipairs(level.windows) do window.used = window.used + tokens end
  for _, bucket in ipairs(level.buckets) do
    bucket.tokens = math.min(bucket.limit.capacity, bucket.tokens - tokens)
    bucket.is_changed = true
  end
end

local function remove_slots(level, process, request, tokens)
  local found = 0
  for token = 1, tokens do
    found = found + call('ZREM', level.slots, slot_name(process, request, token))
  end
  return found > 0
end

local function store_level(level)
  local added = level.added
  for from = 1, #added, 1000 do
    call('ZADD', level.slots, unpack(added, from, math.min(from + 999, #added)))
  end
  if #added > 0 then
    call('ZREMRANGEBYSCORE', level.slots, '-inf', now - level.keep)
    call('PEXPIRE', level.slots, level.keep + policy.flight + 1000)
    level.added = {}
  end
  for _, bucket in ipairs(level.buckets) do
    if bucket.is_changed then
      call('HSET', bucket.key, 'tokens', bucket.tokens, 'at', now)
      call('PEXPIRE', bucket.key, math.ceil(bucket.limit.capacity / bucket.limit.refill) + 1000)
      bucket.is_changed = false
    end
  end
end

local function store_levels()
  if loaded_policy then store_level(loaded_policy) end
  for _, level in pairs(scopes) do store_level(level) end
end
`;
