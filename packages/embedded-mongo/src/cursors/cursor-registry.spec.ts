import { setTimeout as delay } from 'node:timers/promises';
import { deadlineBudget, PAUSE, type Stream } from '../stream';
import { CursorRegistry, type CursorSource, type CursorTail } from './cursor-registry';
import type { CursorReply } from './cursor-reply';

function documents(count: number): Stream<Buffer> {
  return Array.from({ length: count }, (_, index) => Buffer.from(String(index)));
}

function open(registry: CursorRegistry, source: Partial<CursorSource> = {}): Promise<CursorReply> {
  return registry.open(
    { namespace: 'db.c', documents: documents(5), batchSize: 2, ...source },
    deadlineBudget(),
  );
}

const texts = (reply: CursorReply): string[] => reply.documents.map(String);

/** A stream that never ends and tells whether it was closed. */
function endless(): { stream: Stream<Buffer>; closed: () => boolean } {
  let closed = false;
  const stream = (function* () {
    try {
      yield Buffer.from('first');
      for (;;) yield PAUSE;
    } finally {
      closed = true;
    }
  })();
  return { stream, closed: () => closed };
}

describe('CursorRegistry', () => {
  let registry: CursorRegistry;

  beforeEach(() => {
    registry = new CursorRegistry({ idleTimeoutMs: 1000, maxOpen: 3 });
  });

  it('serves a stream in batches until it is exhausted', async () => {
    const first = await open(registry);
    expect(texts(first)).toEqual(['0', '1']);
    expect(first.cursorId).toBeGreaterThan(0n);
    const second = await registry.getMore(first.cursorId, 'db.c', 2);
    expect(texts(second)).toEqual(['2', '3']);
    expect(second.cursorId).toBe(first.cursorId);
    const third = await registry.getMore(first.cursorId, 'db.c', 2);
    expect(texts(third)).toEqual(['4']);
    expect(third.cursorId).toBe(0n);
    expect(registry.openCount).toBe(0);
  });

  it('sends 101 documents first when no size is given, then all that fit', async () => {
    const first = await open(registry, { documents: documents(300), batchSize: undefined });
    expect(first.documents).toHaveLength(101);
    const rest = await registry.getMore(first.cursorId, 'db.c', undefined);
    expect(rest.documents).toHaveLength(199);
  });

  it('leaves no cursor behind once the limit is reached, or for a single batch', async () => {
    expect((await open(registry, { limit: 2 })).cursorId).toBe(0n);
    expect((await open(registry, { singleBatch: true })).cursorId).toBe(0n);
    expect(registry.openCount).toBe(0);
  });

  it('opens an empty first batch of size zero', async () => {
    const first = await open(registry, { batchSize: 0 });
    expect(first.documents).toHaveLength(0);
    expect(first.cursorId).not.toBe(0n);
  });

  it('refuses a cursor that is unknown or belongs to another collection', async () => {
    const { cursorId } = await open(registry);
    await expect(registry.getMore(1n, 'db.c', 1)).rejects.toMatchObject({ code: 43 });
    await expect(registry.getMore(cursorId, 'db.d', 1)).rejects.toMatchObject({ code: 13 });
  });

  it('closes the stream of a killed cursor', async () => {
    const { stream, closed } = endless();
    const { cursorId } = await open(registry, { documents: stream, batchSize: 1 });
    expect(registry.kill(cursorId)).toBe(true);
    expect(closed()).toBe(true);
    expect(registry.kill(cursorId)).toBe(false);
  });

  it('interrupts a running getMore when its cursor is killed', async () => {
    const { stream, closed } = endless();
    const { cursorId } = await open(registry, { documents: stream, batchSize: 1 });
    const running = registry.getMore(cursorId, 'db.c', 1);
    await expect(registry.getMore(cursorId, 'db.c', 1)).rejects.toMatchObject({ code: 12051 });
    registry.kill(cursorId);
    await expect(running).rejects.toMatchObject({ code: 237, codeName: 'CursorKilled' });
    expect(closed()).toBe(true);
  });

  it('lets all batches together take no longer than the time limit', async () => {
    const { stream, closed } = endless();
    const { cursorId } = await open(registry, { documents: stream, batchSize: 1, maxTimeMs: 30 });
    await expect(registry.getMore(cursorId, 'db.c', 1)).rejects.toMatchObject({ code: 50 });
    expect(closed()).toBe(true);
    expect(registry.openCount).toBe(0);
  });

  it('closes the stream when the first batch already fails', async () => {
    const { stream, closed } = endless();
    const budget = deadlineBudget(20);
    const source = { namespace: 'db.c', documents: stream, batchSize: 2 };
    await expect(registry.open(source, budget)).rejects.toMatchObject({ code: 50 });
    expect(closed()).toBe(true);
  });

  it('ends cursors with their session and their collection', async () => {
    await open(registry, { session: 'one' });
    await open(registry, { session: 'two' });
    await open(registry, { namespace: 'db.other' });
    registry.killSession('one');
    expect(registry.openCount).toBe(2);
    registry.killNamespace('db.other');
    expect(registry.openCount).toBe(1);
    registry.close();
    expect(registry.openCount).toBe(0);
  });

  it('expires idle cursors unless they asked to stay', async () => {
    await open(registry);
    await open(registry, { noTimeout: true });
    registry.expireIdle(Date.now() + 500);
    expect(registry.openCount).toBe(2);
    registry.expireIdle(Date.now() + 2000);
    expect(registry.openCount).toBe(1);
  });

  it('gives up the cursor that was idle for longest when there are too many', async () => {
    const first = await open(registry);
    await delay(5);
    await open(registry);
    await open(registry);
    await open(registry);
    expect(registry.openCount).toBe(3);
    await expect(registry.getMore(first.cursorId, 'db.c', 1)).rejects.toMatchObject({ code: 43 });
  });

  describe('of a tailable cursor', () => {
    const waiting: Buffer[] = [];
    const tail = (awaitData: boolean): CursorTail => ({
      awaitData,
      hasMore: () => waiting.length > 0,
      documents: () => waiting.splice(0),
    });

    beforeEach(() => waiting.splice(0));

    it('stays open at the end and goes on with what came in', async () => {
      const first = await open(registry, { documents: documents(1), tail: tail(false) });
      expect(texts(first)).toEqual(['0']);
      const next = (): Promise<CursorReply> => registry.getMore(first.cursorId, 'db.c', undefined);
      expect(texts(await next())).toEqual([]);
      waiting.push(Buffer.from('more'));
      const reply = await next();
      expect([texts(reply), reply.cursorId]).toEqual([['more'], first.cursorId]);
      await expect(
        registry.getMore(first.cursorId, 'db.c', 1, undefined, 10),
      ).rejects.toMatchObject({ code: 2 });
    });

    it('waits for documents as long as it may', async () => {
      const { cursorId } = await open(registry, { documents: documents(1), tail: tail(true) });
      const next = (waitMs: number): Promise<CursorReply> =>
        registry.getMore(cursorId, 'db.c', undefined, undefined, waitMs);
      expect(texts(await next(30))).toEqual([]);
      const coming = next(5_000);
      await delay(30);
      waiting.push(Buffer.from('late'));
      expect(texts(await coming)).toEqual(['late']);
    });

    it('can be killed while it waits', async () => {
      const { cursorId } = await open(registry, { documents: documents(1), tail: tail(true) });
      const coming = registry.getMore(cursorId, 'db.c', undefined, undefined, 5_000);
      setTimeout(() => registry.kill(cursorId), 10);
      await expect(coming).rejects.toMatchObject({ code: 237 });
      expect(registry.openCount).toBe(0);
    });
  });
});
