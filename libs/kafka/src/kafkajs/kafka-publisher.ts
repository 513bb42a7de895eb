import { Logger } from '@nestjs/common';
import { withDeadline } from '@tributary/common';
import { type KafkaSettings } from '../kafka-settings';
import { type PublishedMessage } from '../message';
import { MessagePublisher, PublishError, type PublisherHealth } from '../message-publisher';
import { ProducerSession } from './producer-session';
import { toPublishError } from './to-publish-error';

/**
 * Publishes with kafkajs, one call at a time. After any failure the producer is made anew: a
 * broker that has lost its state refuses it for ever, and what a failed call has left behind must
 * not arrive later.
 */
export class KafkaPublisher extends MessagePublisher {
  private readonly logger = new Logger(KafkaPublisher.name);
  private session: ProducerSession | undefined;
  private lastCall: Promise<void> = Promise.resolve();
  private lastHealth: PublisherHealth = { state: 'unknown' };
  private isClosed = false;

  constructor(private readonly settings: KafkaSettings) {
    super();
  }

  connect(): Promise<void> {
    return this.call(() => Promise.resolve());
  }

  publish(
    topic: string,
    messages: readonly PublishedMessage[],
    signal?: AbortSignal,
  ): Promise<void> {
    return this.call((session) => session.send(topic, messages), signal);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.lastCall;
    const { session } = this;
    this.session = undefined;
    if (!session) return;
    await withDeadline(session.close(), this.settings.deadlineMs).catch(() => session.end());
  }

  health(): PublisherHealth {
    return this.lastHealth;
  }

  /** Behind the call before it, so that none can end the session of another. */
  private call(
    use: (session: ProducerSession) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<void> {
    const result = this.lastCall.then(() => this.attempts(use, signal));
    this.lastCall = result.catch(() => undefined);
    return result;
  }

  /** A broker that does not know the producer any more is asked again by a new one. */
  private async attempts(
    use: (session: ProducerSession) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<void> {
    const deadline = Date.now() + this.settings.deadlineMs;
    try {
      await this.attempt(use, deadline, signal);
    } catch (error) {
      if (!hasLostState(error)) throw error;
      this.logger.debug(`Kafka lost the state of the producer (${error.code}); made a new one`);
      await this.attempt(use, deadline, signal);
    }
  }

  private async attempt(
    use: (session: ProducerSession) => Promise<void>,
    deadline: number,
    signal?: AbortSignal,
  ): Promise<void> {
    if (this.isClosed) throw new PublishError('unavailable', 'CLOSED', 'publisher is closed');
    const session = this.session ?? (await ProducerSession.create(this.settings, this.logger));
    const isNew = session !== this.session;
    try {
      const used = isNew ? session.connect().then(() => use(session)) : use(session);
      await unlessAborted(withDeadline(used, Math.max(1, deadline - Date.now())), signal);
      this.session = session;
      this.lastHealth = { state: 'up' };
    } catch (thrown) {
      this.session = undefined;
      session.end();
      const error = toPublishError(thrown);
      // A broker that refuses a message is there.
      this.lastHealth =
        error.reason === 'rejected' ? { state: 'up' } : { state: 'down', error: error.message };
      throw error;
    }
  }
}

/** What a broker answers a producer whose state it has not, for instance because it was replaced. */
const LOST_STATE = new Set([
  'INVALID_PRODUCER_ID_MAPPING',
  'OUT_OF_ORDER_SEQUENCE_NUMBER',
  'UNKNOWN_PRODUCER_ID',
]);

function hasLostState(error: unknown): error is PublishError {
  return error instanceof PublishError && LOST_STATE.has(error.code);
}

async function unlessAborted(promise: Promise<void>, signal?: AbortSignal): Promise<void> {
  if (!signal) return promise;
  promise.catch(() => undefined);
  if (signal.aborted) throw aborted();
  let abort: (() => void) | undefined;
  const whenAborted = new Promise<never>((_, reject) => {
    abort = () => reject(aborted());
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    await Promise.race([promise, whenAborted]);
  } finally {
    if (abort) signal.removeEventListener('abort', abort);
  }
}

function aborted(): PublishError {
  return new PublishError('unavailable', 'ABORTED', 'publishing was aborted');
}
