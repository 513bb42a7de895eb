import fc from 'fast-check';
import { Heap } from './heap';

describe('Heap', () => {
  it('gives items back in order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (numbers) => {
        const heap = new Heap<number>((a, b) => a - b);
        for (const number of numbers) heap.push(number);
        const popped = numbers.map(() => heap.pop());
        expect(popped).toEqual([...numbers].sort((a, b) => a - b));
        expect(heap.size).toBe(0);
      }),
    );
  });

  it('keeps order when the top is replaced', () => {
    const heap = new Heap<number>((a, b) => a - b);
    for (const number of [5, 3, 8]) heap.push(number);
    heap.replaceTop(6);
    expect([heap.pop(), heap.pop(), heap.pop(), heap.pop()]).toEqual([5, 6, 8, undefined]);
  });

  it('drains', () => {
    const heap = new Heap<number>((a, b) => a - b);
    heap.push(2);
    heap.push(1);
    expect(heap.drain().sort()).toEqual([1, 2]);
    expect(heap.top).toBeUndefined();
  });
});
