import { stat } from 'node:fs';
import { withDeadline } from './with-deadline';

/** Keeps this process from hearing of anything for a while, as a busy machine does. */
function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('withDeadline', () => {
  it('gives what the promise gives', async () => {
    await expect(withDeadline(Promise.resolve(1), 1_000)).resolves.toBe(1);
    await expect(withDeadline(Promise.reject(new Error('no')), 1_000)).rejects.toThrow('no');
  });

  it('gives up what takes longer', async () => {
    await expect(withDeadline(new Promise(() => undefined), 5)).rejects.toThrow(
      'no response within 5 ms',
    );
  });

  it('takes an answer that arrived in time, however late this process gets to read it', async () => {
    // Of what follows setImmediate, timers come first, and answers are read after them.
    await new Promise((resolve) => setImmediate(resolve));
    const answer = new Promise((resolve) => stat('.', () => resolve('arrived')));
    const waiting = withDeadline(answer, 20);
    block(200);
    await expect(waiting).resolves.toBe('arrived');
  });
});
