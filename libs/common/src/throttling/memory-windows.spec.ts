import { MemoryWindows } from './memory-windows';

describe('MemoryWindows', () => {
  it('counts up within a window and starts anew after it', () => {
    let now = 0;
    const windows = new MemoryWindows(10, () => now);
    expect(windows.hit('a', 1000)).toEqual({ count: 1, remainingMs: 1000 });
    now = 400;
    expect(windows.hit('a', 1000)).toEqual({ count: 2, remainingMs: 600 });
    now = 1000;
    expect(windows.hit('a', 1000)).toEqual({ count: 1, remainingMs: 1000 });
  });

  it('keeps keys apart and forgets one on demand', () => {
    const windows = new MemoryWindows();
    windows.hit('a', 1000);
    expect(windows.hit('b', 1000).count).toBe(1);
    windows.clear('a');
    expect(windows.hit('a', 1000).count).toBe(1);
  });

  it('remembers no more keys than it was told to', () => {
    const windows = new MemoryWindows(2, () => 0);
    for (const key of ['a', 'b', 'c']) windows.hit(key, 1000);
    expect(windows.hit('c', 1000).count).toBe(2);
    expect(windows.hit('a', 1000).count).toBe(1);
  });
});
