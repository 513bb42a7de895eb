import { getConnectionToken } from '@nestjs/mongoose';
import { DomainError } from '@tributary/common';
import { MessageOutbox } from '@tributary/kafka';
import { leaseLost } from '@tributary/pipeline';
import fc from 'fast-check';
import { type Connection } from 'mongoose';
import { type MessageRecord } from '../../../libs/kafka/src/outbox/message.schema';
import { testEnvironment } from '../../factories/environment';
import { outgoing, range } from '../../factories/outgoing';
import { startOutbox } from '../../factories/outbox-app';

const TOPIC = 'events';
// Nothing is published here, so nobody needs to be there.
const BROKERS = { KAFKA_BROKERS: '127.0.0.1:1' };

interface Opened {
  outbox: MessageOutbox;
  store: Connection;
  stored: () => Promise<MessageRecord[]>;
}

async function open(overrides = BROKERS): Promise<Opened> {
  const app = await startOutbox(testEnvironment(overrides));
  const store = app.get<Connection>(getConnectionToken());
  const collection = store.collection<MessageRecord>('message_outbox');
  return {
    outbox: app.get(MessageOutbox),
    store,
    stored: () => collection.find().sort({ sequence: 1 }).toArray(),
  };
}

const idsOf = (messages: readonly MessageRecord[]): string[] => messages.map(({ _id }) => _id);

describe('the outbox', () => {
  it('stores messages in their order, once for each event', async () => {
    const { outbox, stored } = await open();
    const messages = outgoing(TOPIC, range(1, 1_200));
    expect(await outbox.enqueue(messages.slice(0, 700))).toBe(700);
    expect(await outbox.enqueue(messages)).toBe(500);
    expect(await outbox.enqueue([...messages].reverse())).toBe(0);
    expect(idsOf(await stored())).toEqual(messages.map(({ eventId }) => eventId));
    const [first] = await stored();
    expect(first).toMatchObject({
      topic: TOPIC,
      key: 'key-1',
      status: 'waiting',
      value: '{"number":1}',
      headers: { schema_version: '1' },
    });
    const { oldest, ...counts } = await outbox.lag();
    expect(counts).toEqual({ waiting: 1_200, setAside: 0 });
    expect(oldest).toEqual(first?.created_at);
  });

  it('Feature: kafka-outbox, Property 1: each event once and in order, however enqueueing is repeated', async () => {
    const { outbox, store, stored } = await open();
    const attempts = fc.array(
      fc.record({ from: fc.nat(40), count: fc.integer({ min: 1, max: 20 }) }),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(attempts, fc.boolean(), async (repeats, atOnce) => {
        await store.collection('message_outbox').deleteMany({});
        const enqueue = ({ from, count }: { from: number; count: number }): Promise<number> =>
          outbox.enqueue(outgoing(TOPIC, range(from, from + count - 1), { keys: 3 }));
        let added = 0;
        if (atOnce) for (const count of await Promise.all(repeats.map(enqueue))) added += count;
        else for (const repeat of repeats) added += await enqueue(repeat);

        const messages = await stored();
        const numbers = repeats.flatMap(({ from, count }) => range(from, from + count - 1));
        const expected = [...new Set(numbers)].map((number) => `event-${number}`);
        expect(added).toBe(expected.length);
        // One after the other, every event has the place of its first time.
        expect(atOnce ? idsOf(messages).sort() : idsOf(messages)).toEqual(
          atOnce ? expected.sort() : expected,
        );
        expect(new Set(messages.map(({ sequence }) => sequence)).size).toBe(messages.length);
      }),
      { numRuns: 100 },
    );
  });

  it('stores the first ones of what is interrupted, and the others behind them', async () => {
    const { outbox, stored } = await open();
    const messages = outgoing(TOPIC, range(1, 1_700));
    let chunks = 0;
    const losing = {
      number: 7,
      assertHeld: () => {
        if ((chunks += 1) > 2) throw leaseLost();
      },
    };
    await expect(outbox.enqueue(messages, losing)).rejects.toMatchObject({ code: 'CLAIM_LOST' });
    const before = await stored();
    expect(idsOf(before)).toEqual(messages.slice(0, before.length).map(({ eventId }) => eventId));
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(messages.length);

    const holding = { number: 8, assertHeld: () => undefined };
    expect(await outbox.enqueue(messages, holding)).toBe(messages.length - before.length);
    const after = await stored();
    expect(idsOf(after)).toEqual(messages.map(({ eventId }) => eventId));
    expect(new Set(after.map(({ fence }) => fence))).toEqual(new Set([7, 8]));
  });

  it.each<[string, object, string]>([
    ['a topic with a space', { topic: 'a b' }, 'a topic has up to 249 letters'],
    ['no key', { key: '' }, 'its key is empty'],
    ['no event', { eventId: '' }, 'its event id is empty'],
    ['a header with a dot', { headers: { 'a.b': '1' } }, 'names of headers have only'],
    ['an event id of its own', { headers: { event_id: '1' } }, 'the header event_id is set from'],
    ['9 MB', { value: 'x'.repeat(9 * 1024 * 1024) }, 'bytes, and at most 8388608 are allowed'],
  ])('refuses a message with %s, and all that come with it', async (_, part, sentence) => {
    const { outbox, stored } = await open();
    const [good, bad] = outgoing(TOPIC, [1, 2]);
    const refusal = await outbox
      .enqueue([good, { ...bad, ...part }] as Parameters<MessageOutbox['enqueue']>[0])
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DomainError);
    expect(refusal).toMatchObject({
      code: 'MESSAGE_REFUSED',
      detail: expect.stringContaining(sentence),
    });
    expect(await stored()).toEqual([]);
  });

  it('takes nothing where no brokers are configured', async () => {
    const { outbox, store } = await open({ KAFKA_BROKERS: '' });
    expect(outbox.isEnabled).toBe(false);
    expect(await outbox.enqueue(outgoing(TOPIC, range(1, 10)))).toBe(0);
    const collections = await store.db?.listCollections().toArray();
    expect(collections?.map(({ name }) => name).filter((name) => /outbox/.test(name))).toEqual([]);
  });
});
