/** Requests the next item while the current one is processed: one item ahead, never more. */
export async function* prefetch<T>(source: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  const items = source[Symbol.asyncIterator]();
  const ask = (): Promise<IteratorResult<T>> => {
    const asked = items.next();
    // A consumer that stops early never awaits it.
    asked.catch(() => undefined);
    return asked;
  };
  try {
    let next = ask();
    for (;;) {
      const item = await next;
      if (item.done) return;
      next = ask();
      yield item.value;
    }
  } finally {
    // It would wait for the request in flight, whose result is not needed.
    void items.return?.();
  }
}
