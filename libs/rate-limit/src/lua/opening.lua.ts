/**
 * Lua: whether anything may be granted at all. The counts of a policy are cold when they are new or
 * were lost, and begin when a process has read the journal; they are uncovered when the journal
 * does not reach far enough.
 */
export const OPENING = `
-- Another run of Redis may have lost grants, however much of the state it has kept on disk.
local run = string.match(call('INFO', 'server'), 'run_id:(%w+)')

-- Slots were given up too early for windows that are longer than those known so far.
local is_longer = number('keep_policy') < policy.keep_policy
  or number('keep_scope') < policy.keep_scope

local function set_state(...)
  local fields = { ... }
  for i = 1, #fields, 2 do state[fields[i]] = tostring(fields[i + 1]) end
  call('HSET', prefix .. ':state', ...)
end

local status = 'open'
if state.run ~= run or state.is_warm ~= '1' or is_longer then
  -- Only who has read the journal after this loss may begin: the nonce says after which.
  local begin, keep = turn_request.begin, math.max(keep_policy, keep_scope)
  if begin and state.run == run and state.nonce == begin.nonce and not is_longer then
    -- Buckets have no past to wait for: empty when they were used last, they fill up since.
    set_state('is_warm', 1, 'covered_until', 0, 'buckets_from', math.min(begin.used_until, now),
      'blocked_until', keep > 0 and begin.answered_until + keep + 1 or 0)
  else
    if state.run ~= run or is_longer or not state.nonce then
      set_state('run', run, 'is_warm', 0, 'nonce', me .. '-' .. turn_request.number)
    end
    status = 'cold'
  end
  -- Whoever begins, begins for everybody: also for a process whose windows are longer.
  set_state('keep_policy', keep_policy, 'keep_scope', keep_scope)
end
if turn_request.cover and turn_request.cover > number('covered_until') then
  set_state('covered_until', turn_request.cover)
end
if status == 'open' and number('covered_until') < now then status = 'uncovered' end
local blocked_until = number('blocked_until')
`;
