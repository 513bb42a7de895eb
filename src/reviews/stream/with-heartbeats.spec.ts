import { HEARTBEAT } from './stream-event';
import { withHeartbeats } from './with-heartbeats';

async function* never(): AsyncGenerator<string, void, undefined> {
  yield 'first';
  await new Promise(() => undefined);
}

async function* three(): AsyncGenerator<string, void, undefined> {
  for (const text of ['a', 'b', 'c']) yield await Promise.resolve(text);
}

describe('withHeartbeats', () => {
  it('passes on what the source gives, to its end', async () => {
    const { signal } = new AbortController();
    const texts: string[] = [];
    for await (const text of withHeartbeats(three(), 60_000, signal)) texts.push(text);
    expect(texts).toEqual(['a', 'b', 'c']);
  });

  it('sends comments while the source gives nothing, and ends when it is told to', async () => {
    const abort = new AbortController();
    const texts: string[] = [];
    for await (const text of withHeartbeats(never(), 1, abort.signal)) {
      texts.push(text);
      if (texts.length === 4) abort.abort();
    }
    expect(texts).toEqual(['first', HEARTBEAT, HEARTBEAT, HEARTBEAT]);
  });

  it('ends the source when the reader leaves', async () => {
    let isEnded = false;
    async function* source(): AsyncGenerator<string, void, undefined> {
      try {
        for (;;) yield await Promise.resolve('x');
      } finally {
        isEnded = true;
      }
    }
    for await (const text of withHeartbeats(source(), 60_000, new AbortController().signal)) {
      expect(text).toBe('x');
      break;
    }
    expect(isEnded).toBe(true);
  });

  it('fails as the source does', async () => {
    async function* source(): AsyncGenerator<string, void, undefined> {
      yield await Promise.resolve('x');
      throw new Error('the store is away');
    }
    const reading = withHeartbeats(source(), 60_000, new AbortController().signal);
    await reading.next();
    await expect(reading.next()).rejects.toThrow('the store is away');
  });
});
