export { PrivateRedisInUseError, PrivateRedisStartError, RedisServerMissingError } from './errors';
export { PrivateRedis, type PrivateRedisOptions } from './private-redis';
