import { type INestApplicationContext } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import { EVENT_ID_HEADER, MessageOutbox, type OutgoingMessage } from '@tributary/kafka';
import { loadConfig } from '@tributary/config';
import { type Collection, type Connection } from 'mongoose';
import { type AppEnvironment } from '../../../src/app.module';
import { rawEnvironment, throwAwayFolder } from '../../factories/environment';
import { eventually } from '../../factories/eventually';
import { KafkaBroker } from '../../factories/kafka-broker';
import { firstCopiesByKey, inOrder, outgoing, range } from '../../factories/outgoing';
import { startOutbox } from '../../factories/outbox-app';
import { ProcessUnderTest } from '../../factories/process';
import { scaled } from '../../setup/scale';

const TOPIC = 'events';
const LEASE = 'lease:kafka-relay';
const ALL = outgoing(TOPIC, range(1, 2_600));

/** Worker processes of the product, a broker, and an outbox that only enqueues. */
class Installation {
  private constructor(
    readonly broker: KafkaBroker,
    private readonly environment: Record<string, string>,
    private readonly app: INestApplicationContext,
  ) {}

  static async open(deadlineMs: number): Promise<Installation> {
    const broker = await KafkaBroker.start(TOPIC);
    const environment = rawEnvironment({
      ROLE: 'worker',
      LOG_LEVEL: 'warn',
      KAFKA_BROKERS: broker.address,
      KAFKA_DEADLINE_MS: String(deadlineMs),
    });
    const app = await startOutbox(loadConfig(environment) as AppEnvironment);
    return new Installation(broker, environment, app);
  }

  get outbox(): MessageOutbox {
    return this.app.get(MessageOutbox);
  }

  async worker(): Promise<ProcessUnderTest> {
    const started = ProcessUnderTest.spawn(this.environment, throwAwayFolder());
    await started.up();
    return started;
  }

  async untilPublished(): Promise<void> {
    await eventually('all is published', async () => {
      this.broker.assertRunning();
      return (await this.outbox.lag()).waiting === 0;
    });
  }

  /** Whoever has the lease. */
  async holder(): Promise<string | undefined> {
    return (await this.leases.findOne({ _id: LEASE }))?.holder;
  }

  /** Does what time does, but at once. */
  async endLease(): Promise<void> {
    await this.leases.updateOne({ _id: LEASE }, { $set: { until: new Date(0) } });
  }

  /** All are there, those of each key in order; resolves with how many there are beside them. */
  async expectPublished(messages: readonly OutgoingMessage[]): Promise<number> {
    const read = await this.broker.read(TOPIC);
    expect(firstCopiesByKey(read)).toEqual(inOrder(messages));
    const ids = new Set(read.map(({ headers }) => headers[EVENT_ID_HEADER]));
    expect(ids.size).toBe(messages.length);
    return read.length - messages.length;
  }

  private get leases(): Collection<{ _id: string; holder: string; until: Date }> {
    return this.app.get<Connection>(getConnectionToken()).collection('pipeline_state');
  }
}

describe('processes that publish to Kafka', () => {
  it('publish again what one that was killed had sent, and what it had not', async () => {
    const installation = await Installation.open(60_000);
    const { outbox, broker } = installation;
    const killed = await installation.worker();
    await outbox.enqueue(ALL.slice(0, 1));
    await installation.untilPublished();

    broker.freeze();
    await outbox.enqueue(ALL.slice(1));
    await eventually('a batch is at the broker', () => broker.unreadBytes() > 0);
    killed.kill('SIGKILL');
    await killed.exit;
    broker.thaw();
    await eventually('the broker has read it', () => broker.unreadBytes() === 0);
    await eventually('the broker has stored it', async () => (await broker.read(TOPIC)).length > 1);
    expect((await outbox.lag()).waiting).toBe(ALL.length - 1);

    await installation.endLease();
    await installation.worker();
    await installation.untilPublished();
    expect(await installation.expectPublished(ALL)).toBeGreaterThan(0);
  });

  it('publish as one, however many they are and whichever of them is killed', async () => {
    const installation = await Installation.open(1_000);
    const { outbox } = installation;
    const workers = [await installation.worker(), await installation.worker()];
    const step = Math.ceil(ALL.length / scaled(4, 13));
    for (let start = 0; start < ALL.length; start += step) {
      await outbox.enqueue(ALL.slice(start, start + step));
      const [first] = workers.splice(0, 1);
      first?.kill('SIGKILL');
      await first?.exit;
      workers.push(await installation.worker());
    }
    await installation.untilPublished();
    await installation.expectPublished(ALL);
  });

  it('take over from one that is stopped for longer than its lease, which then stands back', async () => {
    const installation = await Installation.open(1_000);
    const { outbox, broker } = installation;
    const stopped = await installation.worker();
    await outbox.enqueue(ALL.slice(0, 1));
    await installation.untilPublished();
    const before = await installation.holder();
    const other = await installation.worker();

    broker.freeze();
    await outbox.enqueue(ALL.slice(1, 1_300));
    await eventually('a batch is at the broker', () => broker.unreadBytes() > 0);
    stopped.kill('SIGSTOP');
    broker.thaw();
    await installation.untilPublished();
    const after = await installation.holder();
    expect(after).not.toBe(before);

    stopped.kill('SIGCONT');
    await outbox.enqueue(ALL.slice(1_300));
    await installation.untilPublished();
    expect(await installation.holder()).toBe(after);
    await installation.expectPublished(ALL);
    for (const worker of [stopped, other]) {
      worker.kill('SIGTERM');
      expect(await worker.exit).toBe(0);
    }
  });
});
