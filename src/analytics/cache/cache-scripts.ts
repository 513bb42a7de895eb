/**
 * Keeps an answer, unless what it was made from has been replaced since. All answers of a connection
 * are fields of one hash, so that dropping them is one command; it has no more of them than that.
 */
export const KEEP = `
local current = redis.call('GET', KEYS[2])
if current and tonumber(current) > tonumber(ARGV[1]) then return 0 end
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[5]) then redis.call('UNLINK', KEYS[1]) end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1`;

/** Drops all answers of a connection, and refuses those that are older than a version from now on. */
export const DROP = `
local current = redis.call('GET', KEYS[2])
if not current or tonumber(current) < tonumber(ARGV[1]) then
  redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
end
return redis.call('UNLINK', KEYS[1])`;
