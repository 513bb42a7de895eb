/**
 * Lua: new requests are served at once when nobody waits, else queued; then the queue is served.
 */
export const GRANTS = `
local granted, announced, seen = {}, {}, {}

local function grant(scope, process, request, tokens)
  for _, level in ipairs({ policy_level(), scope_level(scope) }) do
    move(level, tokens)
    -- The slot of the policy also shows a process that asks again that it was served.
    if level.keep > 0 or level == loaded_policy then
      add_slots(level, process, request, tokens, now + policy.flight)
    end
  end
  local list = granted
  if process ~= me then
    announced[process] = announced[process] or {}
    list = announced[process]
  end
  list[#list + 1] = tonumber(request)
  list[#list + 1] = now
end

local is_open = status == 'open' and blocked_until <= now
local is_quiet = is_open and call('ZCARD', awake) == 0

for _, ask in ipairs(turn_request.asked) do
  seen[ask.scope] = true
  local before = ask.is_repeated and call('ZSCORE', prefix .. ':slots', slot_name(me, ask.request, 1))
  if before then
    granted[#granted + 1] = ask.request
    granted[#granted + 1] = before - policy.flight
  elseif is_quiet and not call('ZSCORE', asleep, ask.scope)
    and has_room(scope_level(ask.scope), ask.tokens) and has_room(policy_level(), ask.tokens) then
    grant(ask.scope, me, ask.request, ask.tokens)
  else
    enqueue(ask)
    is_quiet = false
  end
end

local is_known = 1
if turn_request.is_waiting then
  is_known = 1 - call('ZADD', processes, now, me)
  call('ZREMRANGEBYSCORE', processes, '-inf', now - 10 * PROCESS_DEAD)
  for _, key in ipairs({ awake, asleep, processes }) do call('PEXPIRE', key, QUEUE_TTL) end
end

-- A process that was killed has closed its connection, and with it its subscription to grants.
local alive = { [me] = true }
local function is_alive(process)
  if alive[process] == nil then
    local at = call('ZSCORE', processes, process)
    alive[process] = at and now - at < PROCESS_DEAD
      and call('PUBSUB', 'NUMSUB', channel_of(process))[2] > 0 or false
    if not alive[process] then call('ZREM', processes, process) end
  end
  return alive[process]
end

local first, has_more, grants = nil, 0, 0
local tired = {}
if is_open then
  for _, scope in ipairs(call('ZRANGEBYSCORE', asleep, '-inf', now, 'LIMIT', 0, STEPS_PER_TURN)) do
    wake(scope)
  end
  for step = 1, STEPS_PER_TURN do
    local scope = call('ZRANGE', awake, 0, 0)[1]
    if not scope then break end
    local waiter = first_waiter(scope)
    if not waiter then
      call('ZREMRANGEBYRANK', owners_of(scope), 0, 0)
      take_turn(scope)
    elseif not is_alive(waiter.process) then
      dequeue(scope, waiter.owner, waiter.name)
    elseif not has_room(scope_level(scope), waiter.tokens) then
      call('ZREM', awake, scope)
      tired[scope] = waiter.tokens
    elseif not has_room(policy_level(), waiter.tokens) then
      first = waiter
      break
    elseif grants == GRANTS_PER_TURN then
      has_more = 1
      break
    else
      grant(scope, waiter.process, waiter.request, waiter.tokens)
      dequeue(scope, waiter.owner, waiter.name, true)
      grants = grants + 1
    end
    if step == STEPS_PER_TURN then has_more = 1 end
  end
end
store_levels()
`;
