/**
 * Lua: the turn request of the process (ARGV[2], see TurnRequest in turn-request.ts), and the names
 * of keys.
 */
export const TURN_REQUEST = `
local turn_request = cjson.decode(ARGV[2])
local me = turn_request.process
local awake, asleep = prefix .. ':awake', prefix .. ':asleep'
local processes = prefix .. ':processes'
local QUEUE_TTL, PROCESS_DEAD, GRANTS_PER_TURN, STEPS_PER_TURN = 600000, 6000, 200, 1000

local turn = number('turn')
local function next_turn()
  turn = turn + 1
  return turn
end

local function owners_of(scope) return prefix .. ':lanes:' .. scope end
local function queue_of(scope, owner)
  return prefix .. ':lane:' .. #scope .. ':' .. scope .. ':' .. owner
end
local function channel_of(process) return prefix .. ':grants:' .. process end
local function waiter_name(process, request, tokens)
  return process .. '.' .. request .. ':' .. tokens
end
local function slot_name(process, request, token)
  return process .. '.' .. request .. (token > 1 and '.' .. token or '')
end
`;
