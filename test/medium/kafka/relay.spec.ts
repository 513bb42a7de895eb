import { getConnectionToken } from '@nestjs/mongoose';
import { MessageOutbox, MessageRelay, type OutgoingMessage, RelayCounts } from '@tributary/kafka';
import { type Connection } from 'mongoose';
import { type MessageRecord } from '../../../libs/kafka/src/outbox/message.schema';
import { type AppEnvironment } from '../../../src/app.module';
import { testEnvironment } from '../../factories/environment';
import { eventually } from '../../factories/eventually';
import { KafkaBroker, POISON } from '../../factories/kafka-broker';
import { firstCopiesByKey, inOrder, outgoing, range } from '../../factories/outgoing';
import { startOutbox, stop } from '../../factories/outbox-app';

const TOPIC = 'events';
const OTHER_TOPIC = 'other-events';

function environmentOf(broker: KafkaBroker, overrides = {}): AppEnvironment {
  return testEnvironment({ KAFKA_BROKERS: broker.address, ...overrides });
}

async function isSettled(outbox: MessageOutbox): Promise<boolean> {
  return (await outbox.lag()).waiting === 0;
}

async function expectInTopic(broker: KafkaBroker, messages: OutgoingMessage[]): Promise<void> {
  const [{ topic = '' } = {}] = messages;
  expect(firstCopiesByKey(await broker.read(topic))).toEqual(inOrder(messages));
}

describe('the relay', () => {
  it('publishes what waits, in the order of each key, and forgets what it was', async () => {
    const broker = await KafkaBroker.start(TOPIC, OTHER_TOPIC);
    const app = await startOutbox(environmentOf(broker), { relays: true });
    const outbox = app.get(MessageOutbox);
    const messages = outgoing(TOPIC, range(1, 1_300));
    const others = outgoing(OTHER_TOPIC, range(2_001, 2_100), { keys: 1 });
    await outbox.enqueue([...messages, ...others]);
    await eventually('all is published', () => isSettled(outbox));
    await expectInTopic(broker, messages);
    await expectInTopic(broker, others);

    const [message] = await broker.read(OTHER_TOPIC);
    expect(message).toMatchObject({
      headers: { event_id: 'event-2001', schema_version: '1' },
      value: others[0]?.value,
    });
    expect(app.get(RelayCounts).publishedByTopic).toEqual(
      new Map([
        [TOPIC, messages.length],
        [OTHER_TOPIC, others.length],
      ]),
    );
    expect(await outbox.enqueue(messages)).toBe(0);
    const stored = app
      .get<Connection>(getConnectionToken())
      .collection<MessageRecord>('message_outbox');
    expect(await stored.countDocuments({ status: 'published' })).toBe(1_400);
    expect(await stored.countDocuments({ value: { $exists: true } })).toBe(0);
    expect(await stored.countDocuments({ expires_at: { $exists: false } })).toBe(0);
  });

  it('sets aside what the broker rejects, publishes all else, and publishes it when it can', async () => {
    const broker = await KafkaBroker.start(TOPIC);
    const environment = environmentOf(broker);
    const { outbox, counts } = await startOutbox(environment, { relays: true }).then((app) => ({
      outbox: app.get(MessageOutbox),
      counts: app.get(RelayCounts),
    }));
    const poisoned = new Set([3, 40, 41, 90]);
    const messages = range(1, 100).flatMap((number) =>
      outgoing(TOPIC, [number], { more: poisoned.has(number) ? POISON : {} }),
    );
    const sound = messages.filter((_, index) => !poisoned.has(index + 1));
    await outbox.enqueue(messages);
    await eventually('all is settled', () => isSettled(outbox));
    await expectInTopic(broker, sound);
    expect(await outbox.lag()).toEqual({ waiting: 0, setAside: poisoned.size });
    expect(counts.setAsideByTopic.get(TOPIC)).toBe(poisoned.size);
    const aside = await outbox.listSetAside(10);
    expect(aside.map(({ eventId }) => eventId)).toEqual([...poisoned].map((n) => `event-${n}`));
    expect(aside[0]).toMatchObject({
      topic: TOPIC,
      key: 'key-3',
      error: { code: 'INVALID_RECORD', message: expect.any(String), at: expect.any(Date) },
    });

    // What is still poisonous comes back.
    expect(await outbox.requeue(['event-3'])).toBe(1);
    await eventually('it is aside again', async () => (await outbox.lag()).setAside === 4);
    await broker.kill();
    await broker.start({ takesPoison: true });
    expect(await outbox.requeue()).toBe(4);
    await eventually('all is published', () => isSettled(outbox));
    expect((await outbox.lag()).setAside).toBe(0);
    expect(firstCopiesByKey(await broker.read(TOPIC))).toEqual(
      inOrder(messages.filter((_, index) => poisoned.has(index + 1))),
    );
  });

  it('waits for a topic that is missing, and publishes to the others', async () => {
    const broker = await KafkaBroker.start(OTHER_TOPIC);
    const app = await startOutbox(environmentOf(broker), { relays: true });
    const outbox = app.get(MessageOutbox);
    const others = outgoing(OTHER_TOPIC, range(2_001, 2_020));
    await outbox.enqueue([...outgoing(TOPIC, range(1, 20)), ...others]);
    await eventually('the others are published', async () => (await outbox.lag()).waiting === 20);
    await expectInTopic(broker, others);
    expect((await outbox.lag()).setAside).toBe(0);
  });

  it('loses nothing while the broker is away, and goes on when it is back', async () => {
    const broker = await KafkaBroker.configure(TOPIC);
    const app = await startOutbox(environmentOf(broker), { relays: true });
    const outbox = app.get(MessageOutbox);
    const messages = outgoing(TOPIC, range(1, 2_000));
    await outbox.enqueue(messages.slice(0, 1_000));
    const relay = app.get(MessageRelay);
    await eventually('it has noticed', () => relay.health.state === 'down');
    await outbox.enqueue(messages.slice(1_000));
    expect((await outbox.lag()).waiting).toBe(2_000);
    await broker.start();
    await eventually('all is published', () => isSettled(outbox));
    await expectInTopic(broker, messages);
    expect(relay.health).toEqual({ state: 'up' });
  });

  it('gives up what a broker does not answer, and publishes it when it does again', async () => {
    const broker = await KafkaBroker.start(TOPIC);
    const environment = environmentOf(broker, { KAFKA_DEADLINE_MS: '1000' });
    const app = await startOutbox(environment, { relays: true });
    const outbox = app.get(MessageOutbox);
    const messages = outgoing(TOPIC, range(1, 300));
    await outbox.enqueue(messages.slice(0, 100));
    await eventually('the first are published', () => isSettled(outbox));
    broker.freeze();
    await outbox.enqueue(messages.slice(100));
    await eventually('it has given up', () => app.get(MessageRelay).health.state === 'down');
    broker.thaw();
    await eventually('all is published', () => isSettled(outbox));
    await expectInTopic(broker, messages);
  });

  it('goes on with a broker that was replaced and knows nothing of its producer', async () => {
    const broker = await KafkaBroker.start(TOPIC);
    const app = await startOutbox(environmentOf(broker), { relays: true });
    const outbox = app.get(MessageOutbox);
    const messages = outgoing(TOPIC, range(1, 300));
    await outbox.enqueue(messages.slice(0, 100));
    await eventually('the first are published', () => isSettled(outbox));
    await broker.kill();
    await broker.start();
    await outbox.enqueue(messages.slice(100));
    await eventually('all is published', () => isSettled(outbox));
    await expectInTopic(broker, messages.slice(100));
  });

  it('lets what is being published finish, and another one go on at once', async () => {
    const broker = await KafkaBroker.start(TOPIC);
    const environment = environmentOf(broker, { KAFKA_DEADLINE_MS: '120000' });
    const first = await startOutbox(environment, { relays: true });
    const outbox = first.get(MessageOutbox);
    const messages = outgoing(TOPIC, range(1, 2_500));
    await outbox.enqueue(messages.slice(0, 1));
    await eventually('it publishes', () => isSettled(outbox));
    broker.freeze();
    await outbox.enqueue(messages.slice(1));
    await eventually('a batch is at the broker', () => broker.unreadBytes() > 0);
    const stopping = stop(first);
    broker.thaw();
    expect(await stopping).toMatchObject({ handedBack: 0 });

    // Nobody waits for the end of a lease of minutes.
    const second = await startOutbox(environment, { relays: true });
    await eventually('all is published', () => isSettled(second.get(MessageOutbox)));
    await expectInTopic(broker, messages);
  });
});
