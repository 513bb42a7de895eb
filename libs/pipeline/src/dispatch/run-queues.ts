import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { withDeadline } from '@tributary/common';
import { type RunJob } from '@tributary/contracts';
import type { Queue } from 'bull';
import { QueueConnections } from './queue-connections';

/** A Bull queue of runs. */
export type RunQueue = Queue<RunJob>;

const CLOSE_MS = 2_000;

/** The Bull queues, one per kind. */
@Injectable()
export class RunQueues implements BeforeApplicationShutdown {
  private readonly logger = new Logger(RunQueues.name);
  private readonly broken = new Set<string>();

  private readonly queues = new Map<string, RunQueue>();

  constructor(private readonly connections: QueueConnections) {}

  /** Registers the queue of a kind, as soon as the module of its feature has created it. */
  add(kind: string, queue: RunQueue): void {
    this.watch(queue);
    this.queues.set(kind, queue);
  }

  /** Every queue with its kind, in the order of the kinds' names. */
  entries(): [string, RunQueue][] {
    return [...this.queues].toSorted(([a], [b]) => (a < b ? -1 : 1));
  }

  /** The queue of a kind. */
  of(kind: string): RunQueue {
    const queue = this.queues.get(kind);
    if (!queue) throw new Error(`No queue was made for runs of kind ${kind}`);
    return queue;
  }

  /** Takes no more jobs in this process; running ones continue. */
  async stopTaking(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.pause(true, true)));
  }

  /**
   * Bull itself waits while Redis is unavailable, and does not close connections that we created.
   */
  async beforeApplicationShutdown(): Promise<void> {
    const closing = [...this.queues.values()].map((queue) => queue.close(true));
    await withDeadline(Promise.all(closing), CLOSE_MS).catch(() => undefined);
    this.connections.disconnect();
  }

  /** Bull reports every failed attempt to reconnect; one line for an outage is enough. */
  private watch(queue: RunQueue): void {
    queue.on('error', (error: Error) => {
      if (!this.broken.has(queue.name)) {
        this.logger.warn({ err: error, msg: `The queue ${queue.name} reports an error` });
      }
      this.broken.add(queue.name);
    });
    queue.client.on('ready', () => this.broken.delete(queue.name));
    nameQuietly(queue);
  }
}

/**
 * Bull gives its connection a name, by which workers are counted, and forgets the promise: a
 * shutdown in that moment would end the process with an unhandled rejection.
 */
function nameQuietly(queue: RunQueue & { setWorkerName?: () => Promise<unknown> }): void {
  const setName = queue.setWorkerName?.bind(queue);
  if (setName) queue.setWorkerName = () => setName().catch(() => undefined);
}
