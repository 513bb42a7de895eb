/**
 * Lua: the queue. Waiters stand in lanes, one for each scope and owner, by arrival. A lane has a
 * turn: the lane with the lowest turn is served next, one waiter, and then gets the highest. A scope
 * is awake when it may have room, with the turn of its first lane; when it has none it sleeps until
 * then, and nobody behind its first waiter is served before. When the policy as a whole has no
 * room, everybody waits for the first.
 */
export const LANES = `
local function enqueue(ask)
  local lanes, lane = lanes_of(ask.scope), lane_of(ask.scope, ask.owner)
  call('ZADD', lane, 'NX', next_turn(), waiter_name(me, ask.request, ask.tokens))
  if call('ZADD', lanes, 'NX', turn, ask.owner) == 1 or ask.is_repeated then
    call('PEXPIRE', lane, QUEUE_TTL)
    call('PEXPIRE', lanes, QUEUE_TTL)
  end
  if not call('ZSCORE', asleep, ask.scope) then call('ZADD', awake, 'NX', turn, ask.scope) end
end

-- A scope that may have room before it wakes by itself.
local function wake(scope)
  if call('ZREM', asleep, scope) == 0 then return end
  local lane = call('ZRANGE', lanes_of(scope), 0, 0, 'WITHSCORES')
  if lane[2] then call('ZADD', awake, lane[2], scope) end
end

-- Gives a scope the turn of its first lane; one without lanes is neither awake nor asleep.
local function take_turn(scope)
  local lane = call('ZRANGE', lanes_of(scope), 0, 0, 'WITHSCORES')
  if lane[2] then
    call('ZADD', awake, 'XX', lane[2], scope)
  else
    call('ZREM', awake, scope)
    call('ZREM', asleep, scope)
  end
end

-- Takes a waiter out of its lane; whoever was served goes to the end of the round.
local function dequeue(scope, owner, waiter, is_served)
  local lanes, lane = lanes_of(scope), lane_of(scope, owner)
  if call('ZREM', lane, waiter) == 0 then return false end
  if call('ZCARD', lane) == 0 then call('ZREM', lanes, owner)
  elseif is_served then call('ZADD', lanes, next_turn(), owner) end
  take_turn(scope)
  return true
end

local function first_waiter(scope)
  local owner = call('ZRANGE', lanes_of(scope), 0, 0)[1]
  local waiter = owner and call('ZRANGE', lane_of(scope, owner), 0, 0)[1]
  if not waiter then return nil end
  local process, request, tokens = string.match(waiter, '^(.-)[.](%d+):(%d+)$')
  return { name = waiter, owner = owner, process = process, request = request,
    tokens = tonumber(tokens) }
end
`;
