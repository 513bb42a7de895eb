import { setImmediate as nextTurn } from 'node:timers/promises';

const CHUNK_CHARACTERS = 64 * 1024;
const TURN_MS = 8;

/**
 * Joins pieces of text to chunks of a size that suits a socket. Making the pieces may take long, so
 * other requests get their turn in between; pieces that nobody takes any more are not made.
 */
export async function* textChunks(pieces: Iterable<string>): AsyncGenerator<Buffer> {
  let text = '';
  let turnStarted = performance.now();
  for (const piece of pieces) {
    text += piece;
    if (text.length >= CHUNK_CHARACTERS) {
      yield Buffer.from(text);
      text = '';
    }
    if (performance.now() - turnStarted > TURN_MS) {
      await nextTurn();
      turnStarted = performance.now();
    }
  }
  if (text !== '') yield Buffer.from(text);
}

/** The first bytes of chunks. */
export async function* firstBytes(
  chunks: AsyncIterable<Buffer>,
  count: number,
): AsyncGenerator<Buffer> {
  let left = count;
  for await (const chunk of chunks) {
    if (left === 0) return;
    yield chunk.subarray(0, left);
    left -= Math.min(left, chunk.length);
  }
}

/** The first share of chunks, which have to be collected for that. */
export async function* firstShare(
  chunks: AsyncIterable<Buffer>,
  fraction: number,
): AsyncGenerator<Buffer> {
  const collected: Buffer[] = [];
  for await (const chunk of chunks) collected.push(chunk);
  const all = Buffer.concat(collected);
  yield all.subarray(0, Math.floor(all.length * fraction));
}
