/** Asks for the next item while the last one is being worked on: one item ahead, never more. */
export async function* prefetch<T>(source: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  const items = source[Symbol.asyncIterator]();
  const ask = (): Promise<IteratorResult<T>> => {
    const asked = items.next();
    // Whoever stops early never looks at it.
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
    // It waits for the answer that is under way, which nobody needs.
    void items.return?.();
  }
}
