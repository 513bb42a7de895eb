/**
 * Caches a response, unless the data it was computed from has been replaced since. All responses of
 * a subject are fields of one hash, so that dropping them is one command; when the hash is full,
 * it is dropped.
 */
export const KEEP = `
local current = redis.call('GET', KEYS[2])
if current and tonumber(current) > tonumber(ARGV[1]) then return 0 end
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[5]) then redis.call('UNLINK', KEYS[1]) end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1`;

/** Caches the snapshot of a subject for a few seconds, unless a newer version is known. */
export const SHOW = `
local current = redis.call('GET', KEYS[2])
if current and tonumber(current) > tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`;

/** Raises the minimum version: nothing older is cached from now on. Deletes some keys as well. */
export const RAISE = `
local current = redis.call('GET', KEYS[1])
if not current or tonumber(current) < tonumber(ARGV[1]) then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
for at = 2, #KEYS do redis.call('UNLINK', KEYS[at]) end
return 1`;
