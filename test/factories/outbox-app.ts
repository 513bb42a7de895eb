import { type INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { InFlightTracker, LifecycleModule } from '@tributary/common';
import { ConfigModule } from '@tributary/config';
import { KafkaModule, kafkaSettings } from '@tributary/kafka';
import { MongoModule } from '@tributary/mongo';
import { type AppEnvironment } from '../../src/app.module';

const running: INestApplicationContext[] = [];

afterAll(async () => {
  await Promise.all(running.splice(0).map(stop));
});

/** Starts the outbox on its own and, unless it only enqueues, its relay. */
export async function startOutbox(
  environment: AppEnvironment,
  { relays = false } = {},
): Promise<INestApplicationContext> {
  const module = await Test.createTestingModule({
    imports: [
      ConfigModule.forRoot(environment),
      LifecycleModule,
      MongoModule.forRoot(environment.MONGODB_URL),
      KafkaModule.forRoot({ settings: kafkaSettings(environment), relays }),
    ],
  }).compile();
  module.useLogger(false);
  running.push(module);
  return module.init();
}

/** Stops it as a process does that is asked to end; resolves with what was under way then. */
export async function stop(app: INestApplicationContext): Promise<{ handedBack: number }> {
  const report = await app.get(InFlightTracker).drain(60_000);
  await app.close();
  return report;
}
