import { setImmediate as turn } from 'node:timers/promises';
import { Slots } from './slots';

const never = new AbortController().signal;

describe('slots', () => {
  it('are given to as many as there are, and then in the order of asking', async () => {
    const slots = new Slots(2);
    const first = await slots.take(never);
    await slots.take(never);
    const order: string[] = [];
    const third = slots.take(never).then(() => order.push('third'));
    const fourth = slots.take(never).then(() => order.push('fourth'));
    await turn();
    expect(order).toEqual([]);
    first();
    await third;
    await turn();
    expect(order).toEqual(['third']);
    void fourth;
  });

  it('are there again when they are given back, once however often that is done', async () => {
    const slots = new Slots(1);
    const giveBack = await slots.take(never);
    giveBack();
    giveBack();
    await slots.take(never);
    let isTaken = false;
    void slots.take(never).then(() => (isTaken = true));
    await turn();
    expect(isTaken).toBe(false);
  });

  it('are not waited for by those who stopped waiting, and go to the next', async () => {
    const slots = new Slots(1);
    const giveBack = await slots.take(never);
    const stopping = new AbortController();
    const stopped = slots.take(stopping.signal);
    const next = slots.take(never);
    stopping.abort(new Error('cancelled'));
    await expect(stopped).rejects.toThrow('cancelled');
    giveBack();
    await expect(next).resolves.toBeInstanceOf(Function);
  });

  it('are not waited for by those who stopped before they asked', async () => {
    const slots = new Slots(1);
    const giveBack = await slots.take(never);
    await expect(slots.take(AbortSignal.abort(new Error('cancelled')))).rejects.toThrow(
      'cancelled',
    );
    giveBack();
    await expect(slots.take(never)).resolves.toBeInstanceOf(Function);
  });

  it('stay with those who have one when their signal comes later', async () => {
    const slots = new Slots(1);
    const stopping = new AbortController();
    const giveBack = await slots.take(never);
    const second = slots.take(stopping.signal);
    giveBack();
    const giveSecondBack = await second;
    stopping.abort();
    giveSecondBack();
    await expect(slots.take(never)).resolves.toBeInstanceOf(Function);
  });
});
