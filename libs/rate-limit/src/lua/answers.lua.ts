/**
 * Lua: requests that were answered, and waiters that gave up. A 429 of a request that was granted
 * before the current backoff began belongs to the same wave as the one that began it.
 */
export const ANSWERS = `
-- Until when the key of a scope backs off, as far as this turn has looked.
local backoffs = {}

local function throttle(answered)
  local key = prefix .. ':backoff:' .. answered.scope
  local step, since, till = unpack(call('HMGET', key, 'step', 'since', 'until'))
  till = tonumber(till or 0)
  if not step or answered.granted_at > tonumber(since) then
    step = tonumber(step or 0) + 1
    local pause = math.min(policy.backoff_cap, policy.backoff_first * 2 ^ (step - 1))
    till = now + math.max(answered.retry_after, math.ceil(pause * answered.jitter))
    call('HSET', key, 'step', step, 'since', now, 'until', till)
  elseif now + answered.retry_after > till then
    till = now + answered.retry_after
    call('HSET', key, 'until', till)
  end
  call('PEXPIRE', key, till - now + QUEUE_TTL)
  backoffs[key] = till
end

local function forgive(answered)
  local key = prefix .. ':backoff:' .. answered.scope
  if backoffs[key] == nil then backoffs[key] = call('HGET', key, 'until') end
  if backoffs[key] and answered.granted_at >= tonumber(backoffs[key]) then
    call('DEL', key)
    backoffs[key] = false
  end
end

local settled = {}
for _, answered in ipairs(turn_request.answered) do
  if answered.is_throttled then throttle(answered) else forgive(answered) end
  settled[answered.scope] = settled[answered.scope] or { added = {} }
  -- Also when the slot is gone: an answer that comes late still counts from now on.
  add_slots(settled[answered.scope], me, answered.request, answered.tokens, now + 1)
end
for scope, answers in pairs(settled) do
  local slots = prefix .. ':slots'
  if keep_policy > 0 then
    store_level({ slots = slots, keep = keep_policy, added = answers.added, buckets = {} })
  else
    for i = 2, #answers.added, 2 do call('ZREM', slots, answers.added[i]) end
  end
  if keep_scope > 0 then
    slots = slots .. ':' .. scope
    store_level({ slots = slots, keep = keep_scope, added = answers.added, buckets = {} })
  end
  wake(scope)
end

for _, gone in ipairs(turn_request.cancelled) do
  if not dequeue(gone.scope, gone.owner, waiter_name(me, gone.request, gone.tokens)) then
    local level, all = scope_level(gone.scope), policy_level()
    -- Granted in the same moment: nothing was sent, so nothing has to be counted.
    if remove_slots(all, me, gone.request, gone.tokens) then
      remove_slots(level, me, gone.request, gone.tokens)
      move(level, -gone.tokens)
      move(all, -gone.tokens)
    end
  end
  wake(gone.scope)
end
`;
