export { connectRedis } from './connect-redis';
export * from './private-server';
export { RedisModule } from './redis.module';
export { RedisProbe } from './redis.probe';
