import { PrivateRedisInUseError, PrivateRedisStartError, RedisServerMissingError } from './errors';

describe('the errors of the private Redis', () => {
  it('say what to install', () => {
    const { message } = new RedisServerMissingError('redis-server');
    for (const hint of [
      'apt-get install redis-server',
      'brew install redis',
      'dnf install redis',
      'REDIS_URL',
    ]) {
      expect(message).toContain(hint);
    }
  });

  it('name the owner and the ways out', () => {
    const { message } = new PrivateRedisInUseError(4711, '/data/redis');
    for (const hint of ['4711', '/data/redis', 'DATA_DIR', 'REDIS_URL']) {
      expect(message).toContain(hint);
    }
  });

  it('show the end of the log', () => {
    const error = new PrivateRedisStartError('it ended', ['one', 'two']);
    expect(error.message).toMatch(/it ended\n\s*one\n\s*two$/);
    expect(error.logTail).toEqual(['one', 'two']);
  });
});
