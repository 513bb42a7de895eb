import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ensureIndexes, isDuplicateKey, readCursor } from '@tributary/mongo';
import { type Collection, type Model, mongo } from 'mongoose';
import { type OutgoingMessage } from '../message';
import { type MessageFailure, MessageRecord, type MessageState } from './message.schema';
import { MessageSequence } from './message-sequence.schema';

/** A message that waits. */
export type WaitingMessage = Required<Pick<MessageRecord, '_id' | 'key' | 'value' | 'headers'>> & {
  readonly topic: string;
};

type BulkOperation = Parameters<Collection['bulkWrite']>[0][number];

/** Messages in one request to the store. */
const CHUNK = 500;
const READ_AHEAD = 50;

/** Messages on their way to Kafka, in the `message_outbox` collection. */
@Injectable()
export class MessageRepository {
  constructor(
    @InjectModel(MessageRecord.name) private readonly messages: Model<MessageRecord>,
    @InjectModel(MessageSequence.name) private readonly sequences: Model<MessageSequence>,
  ) {}

  /**
   * Stores messages that are not known yet, and tells how many these were. In order: whoever is
   * interrupted has stored the first ones, and adds the others behind them when it tries again.
   */
  async insert(
    messages: readonly OutgoingMessage[],
    now: Date,
    fence?: { readonly number: number; assertHeld(): void },
  ): Promise<number> {
    await ensureIndexes(this.messages);
    const first = await this.reserveSequence(messages.length);
    let inserted = 0;
    for (let start = 0; start < messages.length; start += CHUNK) {
      const chunk = messages.slice(start, start + CHUNK);
      const operations = chunk.map((message, index) =>
        insertion(message, first + start + index, now, fence?.number),
      );
      fence?.assertHeld();
      inserted += await this.insertInOrder(operations);
    }
    return inserted;
  }

  /** The first topic, by name, behind another one, for which a message waits. */
  async findTopicAfter(topic: string): Promise<string | undefined> {
    const [found] = await this.messages
      .find({ status: 'waiting', topic: { $gt: topic } }, { topic: 1 })
      .sort({ topic: 1, sequence: 1 })
      .limit(1)
      .lean<Pick<MessageRecord, 'topic'>[]>();
    return found?.topic;
  }

  /** The next messages of a topic in their order; fewer than `limit` when these are many bytes. */
  async findWaiting(topic: string, limit: number, maxBytes: number): Promise<WaitingMessage[]> {
    const cursor = this.messages
      .find({ status: 'waiting', topic }, { topic: 1, key: 1, value: 1, headers: 1 })
      .sort({ sequence: 1 })
      .limit(limit)
      .lean<WaitingMessage>()
      .cursor({ batchSize: Math.min(limit, READ_AHEAD) });
    const found: WaitingMessage[] = [];
    let bytes = 0;
    for await (const message of readCursor<WaitingMessage>(cursor)) {
      bytes += Buffer.byteLength(message.value);
      if (found.length > 0 && bytes > maxBytes) break;
      found.push(message);
    }
    return found;
  }

  /** Keeps only what recognizes their events, until `expiresAt`. */
  async markPublished(ids: readonly string[], now: Date, expiresAt: Date): Promise<void> {
    await this.messages.updateMany(
      { _id: { $in: ids }, status: 'waiting' },
      {
        $set: { status: 'published', published_at: now, expires_at: expiresAt },
        $unset: { value: 1, headers: 1, error: 1 },
      },
    );
  }

  async setAside(id: string, error: MessageFailure): Promise<void> {
    await this.messages.updateOne(
      { _id: id, status: 'waiting' },
      { $set: { status: 'set_aside', error } },
    );
  }

  /** Those that were set aside, oldest first, without their values. */
  async findSetAside(limit: number): Promise<MessageRecord[]> {
    return this.messages
      .find({ status: 'set_aside' }, { value: 0 })
      .sort({ created_at: 1 })
      .limit(limit)
      .lean<MessageRecord[]>();
  }

  /** Has messages that were set aside wait again, all or some, and tells how many. */
  async requeue(ids?: readonly string[]): Promise<number> {
    const { modifiedCount } = await this.messages.updateMany(
      { status: 'set_aside', ...(ids ? { _id: { $in: ids } } : {}) },
      { $set: { status: 'waiting' }, $unset: { error: 1 } },
    );
    return modifiedCount;
  }

  async count(status: MessageState): Promise<number> {
    return this.messages.countDocuments({ status });
  }

  /** Since when the message waits that waits longest. */
  async oldestWaiting(): Promise<Date | undefined> {
    const [oldest] = await this.messages
      .find({ status: 'waiting' }, { created_at: 1 })
      .sort({ created_at: 1 })
      .limit(1)
      .lean<Pick<MessageRecord, 'created_at'>[]>();
    return oldest?.created_at;
  }

  private async reserveSequence(count: number): Promise<number> {
    const { value } = await this.sequences
      .findOneAndUpdate(
        { _id: 'messages' },
        { $inc: { value: count } },
        { upsert: true, returnDocument: 'after' },
      )
      .orFail()
      .lean<{ value: number }>();
    return value - count + 1;
  }

  /** Two who store the same event at once may both try to insert it; then it is there. */
  private async insertInOrder(operations: readonly BulkOperation[]): Promise<number> {
    let inserted = 0;
    for (let rest = [...operations]; rest.length > 0;) {
      try {
        return inserted + (await this.messages.collection.bulkWrite(rest)).upsertedCount;
      } catch (error) {
        if (!(error instanceof mongo.MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
        inserted += error.result.upsertedCount;
        const refusedAt = [error.writeErrors].flat()[0]?.index ?? 0;
        rest = rest.slice(refusedAt + 1);
      }
    }
    return inserted;
  }
}

function insertion(
  { topic, key, eventId, value, headers = {} }: OutgoingMessage,
  sequence: number,
  now: Date,
  fence?: number,
): BulkOperation {
  const stored: Omit<MessageRecord, '_id'> = {
    topic,
    key,
    sequence,
    status: 'waiting',
    value,
    headers,
    created_at: now,
    ...(fence === undefined ? {} : { fence }),
  };
  // What is there already keeps its place.
  return {
    updateOne: {
      filter: { _id: eventId } as object,
      update: { $setOnInsert: stored },
      upsert: true,
    },
  };
}
