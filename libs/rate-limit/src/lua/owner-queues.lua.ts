/**
 * Lua: the queues. Every owner has one per scope, with its waiters by arrival. A queue has a turn:
 * the queue with the lowest turn is served next, one waiter, and then gets the highest. A scope is
 * awake when it may have room, with the turn of its first queue; when it has none it sleeps until
 * then, and no waiter behind its first one is served before. When the policy as a whole has no
 * room, all waiters wait for the first.
 */
export const OWNER_QUEUES = `
local function enqueue(ask)
  local owners, queue = owners_of(ask.scope), queue_of(ask.scope, ask.owner)
  call('ZADD', queue, 'NX', next_turn(), waiter_name(me, ask.request, ask.tokens))
  if call('ZADD', owners, 'NX', turn, ask.owner) == 1 or ask.is_repeated then
    call('PEXPIRE', queue, QUEUE_TTL)
    call('PEXPIRE', owners, QUEUE_TTL)
  end
  if not call('ZSCORE', asleep, ask.scope) then call('ZADD', awake, 'NX', turn, ask.scope) end
end

-- A scope that may have room before it wakes by itself.
local function wake(scope)
  if call('ZREM', asleep, scope) == 0 then return end
  local queue = call('ZRANGE', owners_of(scope), 0, 0, 'WITHSCORES')
  if queue[2] then call('ZADD', awake, queue[2], scope) end
end

-- Gives a scope the turn of its first queue; one without queues is neither awake nor asleep.
local function take_turn(scope)
  local queue = call('ZRANGE', owners_of(scope), 0, 0, 'WITHSCORES')
  if queue[2] then
    call('ZADD', awake, 'XX', queue[2], scope)
  else
    call('ZREM', awake, scope)
    call('ZREM', asleep, scope)
  end
end

-- Takes a waiter out of its queue; whoever was served goes to the end of the round.
local function dequeue(scope, owner, waiter, is_served)
  local owners, queue = owners_of(scope), queue_of(scope, owner)
  if call('ZREM', queue, waiter) == 0 then return false end
  if call('ZCARD', queue) == 0 then call('ZREM', owners, owner)
  elseif is_served then call('ZADD', owners, next_turn(), owner) end
  take_turn(scope)
  return true
end

local function first_waiter(scope)
  local owner = call('ZRANGE', owners_of(scope), 0, 0)[1]
  local waiter = owner and call('ZRANGE', queue_of(scope, owner), 0, 0)[1]
  if not waiter then return nil end
  local process, request, tokens = string.match(waiter, '^(.-)[.](%d+):(%d+)$')
  return { name = waiter, owner = owner, process = process, request = request,
    tokens = tonumber(tokens) }
end
`;
