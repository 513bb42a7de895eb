import { Injectable } from '@nestjs/common';
import { HealthProbe } from '@tributary/common';
import { Redis } from 'ioredis';

/** Checks that Redis responds to PING. */
@Injectable()
export class RedisProbe extends HealthProbe {
  readonly name = 'redis';

  constructor(private readonly redis: Redis) {
    super();
  }

  async check(): Promise<string> {
    await this.redis.ping();
    return 'redis';
  }
}
