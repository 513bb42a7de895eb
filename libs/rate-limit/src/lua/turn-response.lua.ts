/** Lua: which process has to act when, and the response to this one. */
export const TURN_RESPONSE = `
for scope, tokens in pairs(tired) do
  call('ZADD', asleep, room_at(scope_level(scope), tokens), scope)
end
local room = first and room_at(policy_level(), first.tokens) or 0
local sleeper = is_open and call('ZRANGE', asleep, 0, 0, 'WITHSCORES') or {}
if sleeper[2] and (not first or tonumber(sleeper[2]) < room) then
  room = tonumber(sleeper[2])
  first = first_waiter(sleeper[1])
end
if blocked_until > now and status ~= 'cold' then room = blocked_until end

-- One process watches the clock: the one whose waiter is next.
local watcher = first and first.process or me
if watcher ~= me then
  local watch = watcher .. '@' .. room
  if state.watch ~= watch then
    set_state('watch', watch)
    announced[watcher] = announced[watcher] or {}
  end
end
for process, list in pairs(announced) do
  local room_there = process == watcher and room or 0
  table.insert(list, 1, room_there)
  call('PUBLISH', channel_of(process), table.concat(list, ' '))
end

for scope in pairs(seen) do
  call('ZADD', prefix .. ':seen', now, scope)
end
if next(seen) then
  call('ZREMRANGEBYSCORE', prefix .. ':seen', '-inf', now - QUEUE_TTL)
  call('ZREMRANGEBYRANK', prefix .. ':seen', 0, -1001)
  call('PEXPIRE', prefix .. ':seen', QUEUE_TTL)
end

local must_extend = 0
if status == 'open' and (#granted > 0 or first)
  and number('covered_until') - now < policy.journal_ahead / 2
  and now - number('asked_at') > policy.journal_ahead / 4 then
  must_extend = 1
  set_state('asked_at', now)
end
if turn ~= number('turn') then set_state('turn', turn) end
call('PEXPIRE', prefix .. ':state', QUEUE_TTL + keep_policy + keep_scope + policy.flight)

return { status, now, is_known, room, watcher == me and 1 or 0, has_more, must_extend,
  state.nonce or '', granted }
`;
