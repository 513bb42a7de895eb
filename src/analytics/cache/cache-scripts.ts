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

/** Keeps the book of a connection for a moment, unless a newer one is known of. */
export const SHOW = `
local current = redis.call('GET', KEYS[2])
if current and tonumber(current) > tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`;

/** Has nothing kept, nor shown, that is older than a version from now on, and takes some keys away. */
export const RAISE = `
local current = redis.call('GET', KEYS[1])
if not current or tonumber(current) < tonumber(ARGV[1]) then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
for at = 2, #KEYS do redis.call('UNLINK', KEYS[at]) end
return 1`;
