import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../errors';
import { deadlineBudget, drive, type KillableBudget, type Pause, type Stream } from '../stream';
import { CursorReply } from './cursor-reply';
import { fillBatch } from './batch';

/** What a tailable cursor does at its end, where other cursors are closed. */
export interface CursorTail {
  /** getMore waits a while for documents before it sends an empty batch. */
  readonly awaitData: boolean;
  /** Whether documents came in since the end was reached. */
  hasMore(): boolean;
  /** The documents that are there now, from the last one sent on. */
  documents(): Stream<Buffer>;
}

/** What a command hands over to have its documents sent in batches. */
export interface CursorSource {
  readonly namespace: string;
  readonly documents: Stream<Buffer>;
  /** Undefined means the server's choice: 101 documents first, then as many as fit. */
  readonly batchSize: number | undefined;
  readonly singleBatch?: boolean;
  /** The number of documents after which the stream is known to have ended. */
  readonly limit?: number | undefined;
  /** The key of the session that opened it; ending the session ends the cursor. */
  readonly session?: string | undefined;
  readonly noTimeout?: boolean;
  /** Milliseconds all batches together may take; undefined for no limit. */
  readonly maxTimeMs?: number | undefined;
  /** Present for a tailable cursor. */
  readonly tail?: CursorTail | undefined;
}

/** Limits of a registry, each with the server's default. */
export interface CursorLimits {
  readonly idleTimeoutMs?: number;
  readonly maxOpen?: number;
}

interface OpenCursor {
  readonly id: bigint;
  readonly namespace: string;
  iterator: Iterator<Buffer | Pause>;
  readonly session: string | undefined;
  readonly noTimeout: boolean;
  readonly tail: CursorTail | undefined;
  /** A tailable cursor has sent all there was. */
  atEnd: boolean;
  leftOver: Buffer | undefined;
  remaining: number;
  timeLeftMs: number | undefined;
  lastUsed: number;
  /** Set while a batch is being filled. */
  running: KillableBudget | undefined;
  killed: boolean;
}

const DEFAULT_FIRST_BATCH = 101;
const DEFAULT_IDLE_TIMEOUT_MS = 10 * 60 * 1000;
const DEFAULT_MAX_OPEN = 5_000;
/** How long getMore waits for documents of an awaitData cursor when the client does not say. */
const DEFAULT_AWAIT_MS = 1_000;
const AWAIT_STEP_MS = 20;

/**
 * All open cursors of a server. Cursors belong to no connection, since a driver may ask for the
 * next batch on another connection of its pool; they end when exhausted, killed, with their
 * session, or after ten idle minutes.
 */
export class CursorRegistry {
  private readonly cursors = new Map<bigint, OpenCursor>();
  private readonly idleTimeoutMs: number;
  private readonly maxOpen: number;
  private lastId = 0n;

  constructor(limits: CursorLimits = {}) {
    this.idleTimeoutMs = limits.idleTimeoutMs ?? DEFAULT_IDLE_TIMEOUT_MS;
    this.maxOpen = limits.maxOpen ?? DEFAULT_MAX_OPEN;
  }

  /** The number of cursors that wait for a getMore or run one. */
  get openCount(): number {
    return this.cursors.size;
  }

  /** Fills the first batch and keeps the rest of the stream for getMore. */
  async open(source: CursorSource, budget: KillableBudget): Promise<CursorReply> {
    const cursor: OpenCursor = {
      id: this.nextId(),
      namespace: source.namespace,
      iterator: source.documents[Symbol.iterator](),
      session: source.session,
      noTimeout: source.noTimeout ?? false,
      tail: source.tail,
      atEnd: false,
      leftOver: undefined,
      remaining: source.limit || Infinity,
      timeLeftMs: source.maxTimeMs || undefined,
      lastUsed: Date.now(),
      running: undefined,
      killed: false,
    };
    const size = source.batchSize ?? DEFAULT_FIRST_BATCH;
    const { documents, finished } = await this.advance(cursor, size, budget);
    if (finished || source.singleBatch) {
      release(cursor);
      return new CursorReply(cursor.namespace, 0n, 'firstBatch', documents);
    }
    this.makeRoom();
    this.cursors.set(cursor.id, cursor);
    return new CursorReply(cursor.namespace, cursor.id, 'firstBatch', documents);
  }

  /** Fills the next batch of an open cursor; `waitMs` is how long awaitData may wait for it. */
  async getMore(
    id: bigint,
    namespace: string,
    batchSize: number | undefined,
    onStart: (budget: KillableBudget) => void = () => undefined,
    waitMs?: number,
  ): Promise<CursorReply> {
    const cursor = this.cursors.get(id);
    if (!cursor) throw cursorNotFound(id);
    if (cursor.namespace !== namespace) {
      throw new CommandError(
        13,
        'Unauthorized',
        `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
      );
    }
    if (cursor.running) {
      throw new CommandError(12051, 'CursorInUse', `cursor id ${id} is already in use`);
    }
    if (waitMs !== undefined && !cursor.tail?.awaitData) {
      throw new CommandError(
        2,
        'BadValue',
        'cannot set maxTimeMS on getMore command for a non-awaitData cursor',
      );
    }
    const budget = deadlineBudget(cursor.timeLeftMs);
    onStart(budget);
    try {
      const { documents, finished } = await this.advanceOrWait(
        cursor,
        // A batch size of zero asks getMore for no particular size, unlike in find.
        batchSize || Infinity,
        budget,
        Date.now() + (waitMs ?? DEFAULT_AWAIT_MS),
      );
      if (finished) {
        this.cursors.delete(id);
        release(cursor);
      }
      return new CursorReply(namespace, finished ? 0n : id, 'nextBatch', documents);
    } catch (error) {
      this.cursors.delete(id);
      throw error;
    }
  }

  /** Ends a cursor, also in the middle of a getMore; false when there is none. */
  kill(id: bigint): boolean {
    const cursor = this.cursors.get(id);
    if (!cursor) return false;
    this.end(cursor);
    return true;
  }

  /** Ends the cursors over a collection that is no more. */
  killNamespace(namespace: string): void {
    this.killWhere((cursor) => cursor.namespace === namespace);
  }

  /** Ends the cursors that a session opened. */
  killSession(session: string): void {
    this.killWhere((cursor) => cursor.session === session);
  }

  /** Ends the cursors nobody has asked for since the idle timeout. */
  expireIdle(now: number = Date.now()): void {
    this.killWhere(
      (cursor) =>
        !cursor.noTimeout && !cursor.running && now - cursor.lastUsed > this.idleTimeoutMs,
    );
  }

  /** Ends every cursor. */
  close(): void {
    this.killWhere(() => true);
  }

  /** The next batch; at the end of an awaitData cursor, once there is one or the time is up. */
  private async advanceOrWait(
    cursor: OpenCursor,
    size: number,
    budget: KillableBudget,
    deadline: number,
  ): Promise<{ documents: Buffer[]; finished: boolean }> {
    for (;;) {
      if (cursor.atEnd && cursor.tail?.awaitData) {
        await waitForMore(cursor, cursor.tail, budget, deadline);
      }
      const batch = await this.advance(cursor, size, budget);
      const isWorthWaiting = cursor.tail?.awaitData && Date.now() < deadline;
      if (batch.documents.length > 0 || batch.finished || !isWorthWaiting) return batch;
    }
  }

  private async advance(
    cursor: OpenCursor,
    size: number,
    budget: KillableBudget,
  ): Promise<{ documents: Buffer[]; finished: boolean }> {
    const started = Date.now();
    cursor.running = budget;
    try {
      if (cursor.atEnd && cursor.tail) {
        cursor.iterator = cursor.tail.documents()[Symbol.iterator]();
      }
      const wanted = Math.min(size, cursor.remaining);
      const batch = await drive(fillBatch(cursor.iterator, cursor.leftOver, wanted), budget);
      if (cursor.killed) throw cursorKilled();
      cursor.leftOver = batch.leftOver;
      cursor.remaining -= batch.documents.length;
      cursor.atEnd = batch.exhausted;
      return {
        documents: batch.documents,
        finished: (batch.exhausted && !cursor.tail) || cursor.remaining === 0,
      };
    } catch (error) {
      release(cursor);
      throw error;
    } finally {
      cursor.running = undefined;
      cursor.lastUsed = Date.now();
      if (cursor.timeLeftMs !== undefined) {
        cursor.timeLeftMs = Math.max(1, cursor.timeLeftMs - (cursor.lastUsed - started));
      }
    }
  }

  private killWhere(matches: (cursor: OpenCursor) => boolean): void {
    for (const cursor of [...this.cursors.values()]) if (matches(cursor)) this.end(cursor);
  }

  private end(cursor: OpenCursor): void {
    this.cursors.delete(cursor.id);
    cursor.killed = true;
    if (cursor.running) cursor.running.kill(cursorKilled());
    else release(cursor);
  }

  /** Gives up the cursors that were idle for longest, so that forgotten ones cannot pile up. */
  private makeRoom(): void {
    if (this.cursors.size < this.maxOpen) return;
    const idle = [...this.cursors.values()].filter((cursor) => !cursor.running);
    idle.sort((a, b) => a.lastUsed - b.lastUsed);
    for (const cursor of idle.slice(0, this.cursors.size - this.maxOpen + 1)) this.end(cursor);
  }

  /** Positive, unique and not guessable by another client of the same server. */
  private nextId(): bigint {
    this.lastId += 1n;
    return (BigInt(randomBytes(4).readUInt32LE() & 0x7fffffff) << 32n) | this.lastId;
  }
}

async function waitForMore(
  cursor: OpenCursor,
  tail: CursorTail,
  budget: KillableBudget,
  deadline: number,
): Promise<void> {
  cursor.running = budget;
  try {
    while (!tail.hasMore() && Date.now() < deadline) {
      budget.check();
      await delay(AWAIT_STEP_MS);
    }
    budget.check();
  } finally {
    cursor.running = undefined;
  }
}

/** Lets the stream close what it holds; a generator that never started has nothing to close. */
function release(cursor: OpenCursor): void {
  cursor.leftOver = undefined;
  cursor.iterator.return?.();
}

function cursorNotFound(id: bigint): CommandError {
  return new CommandError(43, 'CursorNotFound', `cursor id ${id} not found`);
}

function cursorKilled(): CommandError {
  return new CommandError(
    237,
    'CursorKilled',
    'operation was interrupted because the cursor was killed',
  );
}
