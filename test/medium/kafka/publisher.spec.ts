import { Logger } from '@nestjs/common';
import { KafkaPublisher, type PublishedMessage, type PublishError } from '@tributary/kafka';
import { firstCopies } from '../../factories/outgoing';
import { KafkaBroker, POISON } from '../../factories/kafka-broker';

const TOPIC = 'events';

function message(number: number, more: object = {}): PublishedMessage {
  const value = JSON.stringify({ number, ...more });
  return { key: `key-${number % 5}`, value, headers: { event_id: `event-${number}` } };
}

function messages(first: number, count: number): PublishedMessage[] {
  return Array.from({ length: count }, (_, index) => message(first + index));
}

async function failureOf(call: Promise<void>): Promise<Partial<PublishError>> {
  const { reason, code } = (await call.then(
    () => ({}),
    (error: unknown) => error,
  )) as Partial<PublishError>;
  return { ...(reason ? { reason } : {}), ...(code ? { code } : {}) };
}

describe('publishing to Kafka', () => {
  const publishers: KafkaPublisher[] = [];
  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  afterEach(async () => {
    await Promise.all(publishers.splice(0).map((publisher) => publisher.close()));
  });

  function publisherTo(broker: KafkaBroker, deadlineMs = 60_000): KafkaPublisher {
    const publisher = new KafkaPublisher({
      brokers: [broker.address],
      clientId: 'test',
      deadlineMs,
    });
    publishers.push(publisher);
    return publisher;
  }

  it('keeps the order of each key, and brings keys, values and headers', async () => {
    const broker = await KafkaBroker.start(TOPIC);
    const publisher = publisherTo(broker);
    await publisher.connect();
    const all = messages(0, 400);
    for (let start = 0; start < all.length; start += 50) {
      await publisher.publish(TOPIC, all.slice(start, start + 50));
    }
    const read = firstCopies(await broker.read(TOPIC));
    for (const key of new Set(all.map((one) => one.key))) {
      const ofKey = read.filter((one) => one.key === key);
      expect(ofKey.map(({ value, headers }) => ({ key, value, headers }))).toEqual(
        all.filter((one) => one.key === key),
      );
      expect(new Set(ofKey.map(({ partition }) => partition)).size).toBe(1);
    }
    expect(publisher.health()).toEqual({ state: 'up' });
  });

  it('says of a message that the broker does not take that it never will', async () => {
    const broker = await KafkaBroker.start(TOPIC);
    const publisher = publisherTo(broker);
    const poisoned = [message(1), message(2, POISON)];
    expect(await failureOf(publisher.publish(TOPIC, poisoned))).toEqual({
      reason: 'rejected',
      code: 'INVALID_RECORD',
    });
    expect(publisher.health()).toEqual({ state: 'up' });
    await publisher.publish(TOPIC, [message(3)]);
    expect((await broker.read(TOPIC)).map(({ value }) => value)).toContain('{"number":3}');
  });

  it('says of a topic that is missing that it may come', async () => {
    const publisher = publisherTo(await KafkaBroker.start(TOPIC));
    expect(await failureOf(publisher.publish('missing', [message(1)]))).toEqual({
      reason: 'unavailable',
      code: 'UNKNOWN_TOPIC_OR_PARTITION',
    });
  });

  it('gives up a broker that does not answer, and goes on with it later', async () => {
    const broker = await KafkaBroker.start(TOPIC);
    const patient = publisherTo(broker);
    const publisher = publisherTo(broker, 1_000);
    await patient.publish(TOPIC, [message(0)]);
    broker.freeze();
    expect(await failureOf(publisher.publish(TOPIC, [message(1)]))).toMatchObject({
      reason: 'unavailable',
    });
    expect(publisher.health().state).toBe('down');
    broker.thaw();
    await patient.publish(TOPIC, [message(2)]);
    const values = (await broker.read(TOPIC)).map(({ value }) => value);
    expect(values).toEqual(expect.arrayContaining(['{"number":0}', '{"number":2}']));
  });

  it('says where no broker is that there may be one, and finds it when it is there', async () => {
    const broker = await KafkaBroker.configure(TOPIC);
    const publisher = publisherTo(broker);
    expect(await failureOf(publisher.connect())).toMatchObject({ reason: 'unavailable' });
    await broker.start();
    await publisher.publish(TOPIC, [message(1)]);
    expect(await broker.read(TOPIC)).toHaveLength(1);
  });

  it('makes its producer anew for a broker that has lost the state of the old one', async () => {
    const broker = await KafkaBroker.start(TOPIC);
    const publisher = publisherTo(broker);
    await publisher.publish(TOPIC, messages(0, 10));
    await broker.kill();
    await broker.start();
    // With kafkajs alone, this call and every later one would fail.
    await publisher.publish(TOPIC, messages(20, 10));
    const numbers = (await broker.read(TOPIC)).map(({ headers }) => headers.event_id);
    expect(numbers).toEqual(
      expect.arrayContaining(messages(20, 10).map((m) => m.headers.event_id)),
    );
  });

  it('stops when it is told to, whatever the broker does', async () => {
    const broker = await KafkaBroker.start(TOPIC);
    const publisher = publisherTo(broker);
    await publisher.connect();
    broker.freeze();
    const stop = new AbortController();
    const failure = failureOf(publisher.publish(TOPIC, [message(1)], stop.signal));
    stop.abort();
    expect(await failure).toEqual({ reason: 'unavailable', code: 'ABORTED' });
    expect(await failureOf(publisher.publish(TOPIC, [message(1)], stop.signal))).toEqual({
      reason: 'unavailable',
      code: 'ABORTED',
    });
    await publisher.close();
    expect(await failureOf(publisher.publish(TOPIC, [message(1)]))).toMatchObject({
      code: 'CLOSED',
    });
  });
});
