import { setImmediate as turn } from 'node:timers/promises';
import { Semaphore } from './semaphore';

const never = new AbortController().signal;

describe('slots', () => {
  it('are given to as many as there are, and then in the order of asking', async () => {
    const slots = new Semaphore(2);
    const first = await slots.acquire(never);
    await slots.acquire(never);
    const order: string[] = [];
    const third = slots.acquire(never).then(() => order.push('third'));
    const fourth = slots.acquire(never).then(() => order.push('fourth'));
    await turn();
    expect(order).toEqual([]);
    first();
    await third;
    await turn();
    expect(order).toEqual(['third']);
    void fourth;
  });

  it('are there again when they are given back, once however often that is done', async () => {
    const slots = new Semaphore(1);
    const giveBack = await slots.acquire(never);
    giveBack();
    giveBack();
    await slots.acquire(never);
    let isTaken = false;
    void slots.acquire(never).then(() => (isTaken = true));
    await turn();
    expect(isTaken).toBe(false);
  });

  it('are not waited for by those who stopped waiting, and go to the next', async () => {
    const slots = new Semaphore(1);
    const giveBack = await slots.acquire(never);
    const stopping = new AbortController();
    const stopped = slots.acquire(stopping.signal);
    const next = slots.acquire(never);
    stopping.abort(new Error('cancelled'));
    await expect(stopped).rejects.toThrow('cancelled');
    giveBack();
    await expect(next).resolves.toBeInstanceOf(Function);
  });

  it('are not waited for by those who stopped before they asked', async () => {
    const slots = new Semaphore(1);
    const giveBack = await slots.acquire(never);
    await expect(slots.acquire(AbortSignal.abort(new Error('cancelled')))).rejects.toThrow(
      'cancelled',
    );
    giveBack();
    await expect(slots.acquire(never)).resolves.toBeInstanceOf(Function);
  });

  it('stay with those who have one when their signal comes later', async () => {
    const slots = new Semaphore(1);
    const stopping = new AbortController();
    const giveBack = await slots.acquire(never);
    const second = slots.acquire(stopping.signal);
    giveBack();
    const giveSecondBack = await second;
    stopping.abort();
    giveSecondBack();
    await expect(slots.acquire(never)).resolves.toBeInstanceOf(Function);
  });
});
