import { setImmediate as turn } from 'node:timers/promises';
import { prefetch } from './prefetch';

/** Numbers, with a note of which of them were asked for and whether it was closed. */
function numbers(count: number, failsAt?: number) {
  const seen = { asked: 0, closed: false };
  async function* source(): AsyncGenerator<number> {
    try {
      for (let number = 1; number <= count; number += 1) {
        seen.asked = number;
        await turn();
        if (number === failsAt) throw new Error(`no ${number}`);
        yield number;
      }
    } finally {
      seen.closed = true;
    }
  }
  return { seen, source: source() };
}

describe('reading ahead', () => {
  it('gives everything in its order', async () => {
    const got: number[] = [];
    for await (const number of prefetch(numbers(5).source)) got.push(number);
    expect(got).toEqual([1, 2, 3, 4, 5]);
  });

  it('gives nothing of nothing', async () => {
    for await (const number of prefetch(numbers(0).source)) throw new Error(`there is ${number}`);
  });

  it('asks for one item more than is worked on, never for two', async () => {
    const { seen, source } = numbers(5);
    for await (const number of prefetch(source)) {
      for (let waiting = 0; waiting < 5; waiting += 1) await turn();
      expect(seen.asked).toBe(Math.min(number + 1, 5));
    }
  });

  it('fails where the source fails, after all that came before', async () => {
    const got: number[] = [];
    const reading = async () => {
      for await (const number of prefetch(numbers(5, 3).source)) got.push(number);
    };
    await expect(reading()).rejects.toThrow('no 3');
    expect(got).toEqual([1, 2]);
  });

  it('closes the source when the reader stops early, and swallows what came too late', async () => {
    const { seen, source } = numbers(5, 2);
    for await (const number of prefetch(source)) if (number === 1) break;
    for (let waiting = 0; waiting < 5; waiting += 1) await turn();
    expect(seen.closed).toBe(true);
  });
});
