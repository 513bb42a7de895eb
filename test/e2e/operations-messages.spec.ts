import { MessageOutbox } from '@tributary/kafka';
import { type MessageOutboxDto } from '../../src/operations/dto/message-outbox.dto';
import { eventually } from '../factories/eventually';
import { KafkaBroker, POISON } from '../factories/kafka-broker';
import { outgoing, range } from '../factories/outgoing';
import { startPipelineApp } from '../factories/pipeline-app';

const TOPIC = 'events';
const MESSAGES = '/api/v1/operations/messages';

describe('messages for Kafka', () => {
  it('are counted, and what the broker rejected is shown and published when it can be', async () => {
    const broker = await KafkaBroker.start(TOPIC);
    const { app, admin } = await startPipelineApp({ KAFKA_BROKERS: broker.address });
    const outbox = app.get(MessageOutbox);
    await outbox.enqueue([
      ...outgoing(TOPIC, range(1, 5)),
      ...outgoing(TOPIC, [6, 7], { more: POISON }),
    ]);
    const look = async (): Promise<MessageOutboxDto> =>
      (await admin.get(MESSAGES).expect(200)).body as MessageOutboxDto;
    await eventually('all is settled', async () => (await look()).waiting === 0);
    expect(await look()).toEqual({
      waiting: 0,
      oldest_waiting_at: null,
      set_aside: 2,
      rejected: [6, 7].map((number) => ({
        event_id: `event-${number}`,
        topic: TOPIC,
        key: `key-${number % 7}`,
        created_at: expect.stringMatching(/^\d{4}-/),
        code: 'INVALID_RECORD',
        reason: expect.any(String),
      })),
    });
    const { text } = await admin.get('/metrics').expect(200);
    for (const line of [
      'tributary_messages_waiting 0',
      'tributary_messages_oldest_seconds 0',
      'tributary_messages_set_aside 2',
      'tributary_messages_published_total{topic="events"} 5',
      'tributary_messages_rejected_total{topic="events"} 2',
      'tributary_kafka_up 1',
    ]) {
      expect(text.split('\n')).toContain(line);
    }

    await broker.kill();
    await broker.start({ takesPoison: true });
    await admin.post(`${MESSAGES}/requeue`, { event_ids: [] }).expect(422);
    await admin
      .post(`${MESSAGES}/requeue`, { event_ids: ['event-7'] })
      .expect(200, { requeued: 1 });
    await admin.post(`${MESSAGES}/requeue`, {}).expect(200, { requeued: 1 });
    await eventually('all is published', async () => {
      const { waiting, set_aside } = await look();
      return waiting + set_aside === 0;
    });
    expect(new Set((await broker.read(TOPIC)).map(({ headers }) => headers.event_id))).toEqual(
      new Set(['event-6', 'event-7']),
    );
  });

  it('are none where no brokers are configured, and no metrics tell of them', async () => {
    const { app, admin } = await startPipelineApp();
    expect(await app.get(MessageOutbox).enqueue(outgoing(TOPIC, [1]))).toBe(0);
    const { body } = await admin.get(MESSAGES).expect(200);
    expect(body).toEqual({ waiting: 0, oldest_waiting_at: null, set_aside: 0, rejected: [] });
    const { text } = await admin.get('/metrics').expect(200);
    expect(text).not.toMatch(/messages_|kafka/);
  });
});
