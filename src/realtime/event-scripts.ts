/**
 * What both scripts begin with. The epoch is a random value that lives as long as the data of this
 * Redis; every later event of the user gets a position after `newest`.
 */
const PROLOGUE = `
redis.call('SET', KEYS[1], ARGV[1], 'NX')
local epoch = redis.call('GET', KEYS[1])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function place(ms, count) return string.format('%.0f-%.0f', ms, count) end
local known = redis.call('GET', KEYS[2])
local newest = known or place(now, 0)`;

/**
 * Records an event and sends it to the api processes, both or neither; nothing under a name that
 * was used before. Positions grow even when the clock is set back. Each entry contains the position
 * before it, so that a reader can detect dropped entries.
 */
export const PUBLISH = `
local epoch_mark, keep_ms, most, remember_ms = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local name, fields, channel, before, after = ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9]
if KEYS[4] and redis.call('EXISTS', KEYS[4]) == 1 then return 0 end
${PROLOGUE}
local ms, count = string.match(newest, '(%d+)-(%d+)')
local id = now > tonumber(ms) and place(now, 1) or place(ms, count + 1)
local event = string.sub(fields, 1, -2) .. ',"event_id":"' .. epoch .. '.' .. id .. '"}'
redis.call('XADD', KEYS[3], 'MAXLEN', '=', most, id, 'after', newest, 'name', name, 'event', event)
redis.call('XTRIM', KEYS[3], 'MINID', '=', place(now - keep_ms, 0))
redis.call('PEXPIRE', KEYS[3], keep_ms)
redis.call('SET', KEYS[2], id, 'PX', remember_ms)
if KEYS[4] then redis.call('SET', KEYS[4], id, 'PX', remember_ms) end
redis.call('PUBLISH', channel, before .. event .. after)
return 1`;

/**
 * Reads a page of events after a position, if one is given, and what it takes to detect missing
 * ones: the newest position, whether it was known, and the position before the oldest entry. A
 * position that was returned is remembered, so that it stays before all later events.
 */
export const READ = `
local remember_ms, from, page = ARGV[2], ARGV[3], ARGV[4]
${PROLOGUE}
redis.call('SET', KEYS[2], newest, 'PX', remember_ms)
local oldest = redis.call('XRANGE', KEYS[3], '-', '+', 'COUNT', 1)[1]
local entries = from == '' and {} or redis.call('XRANGE', KEYS[3], '(' .. from, '+', 'COUNT', page)
return { epoch, newest, known and 1 or 0, oldest and oldest[2][2] or '', entries }`;
