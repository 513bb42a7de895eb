/** A cursor of mongoose. */
interface OpenCursor<T> extends AsyncIterable<T> {
  close(): Promise<unknown>;
}

/**
 * The documents of a cursor. It is closed also when it is not read to its end: mongoose by itself
 * would leave it open in the store for minutes.
 */
export async function* readCursor<T>(cursor: OpenCursor<T>): AsyncGenerator<T, void, undefined> {
  try {
    for await (const document of cursor) yield document;
  } finally {
    await cursor.close();
  }
}
