import { CommandError } from './errors';
import {
  deadlineBudget,
  drive,
  PAUSE,
  type Pause,
  pausing,
  type Stream,
  unlimited,
  withoutPauses,
} from './stream';

function* count(to: number): Iterable<number> {
  for (let number = 0; number < to; number++) yield number;
}

function* sum(stream: Stream<number>): Generator<Pause, number> {
  let total = 0;
  for (const item of stream) {
    if (item === PAUSE) yield item;
    else total += item;
  }
  return total;
}

function failure(fields: Partial<CommandError>): Error {
  return expect.objectContaining(fields) as Error;
}

describe('pausing', () => {
  it('keeps every item and adds a pause at least every 500', () => {
    const items = [...pausing(count(2000))];
    expect(items.filter((item) => item !== PAUSE)).toEqual([...count(2000)]);
    expect(items.filter((item) => item === PAUSE).length).toBeGreaterThanOrEqual(4);
  });

  it('adds a pause after about 2 ms of slow items', () => {
    function* slow(): Iterable<number> {
      for (let item = 0; item < 16; item++) {
        const end = performance.now() + 1;
        while (performance.now() < end);
        yield item;
      }
    }
    expect([...pausing(slow())].filter((item) => item === PAUSE).length).toBeGreaterThanOrEqual(2);
  });

  it('is undone by withoutPauses', () => {
    expect([...withoutPauses(pausing(count(1200)))]).toEqual([...count(1200)]);
  });
});

describe('drive', () => {
  it('returns what the work returns and lets others run at each pause', async () => {
    let turns = 0;
    const ticker = setInterval(() => turns++, 0);
    const total = await drive(sum(pausing(count(100_000))), unlimited);
    clearInterval(ticker);
    expect(total).toBe(4_999_950_000);
    expect(turns).toBeGreaterThan(0);
  });

  it('ends work whose time is over, and closes its sources', async () => {
    let isClosed = false;
    function* endless(): Generator<Pause, never> {
      try {
        for (;;) yield PAUSE;
      } finally {
        isClosed = true;
      }
    }
    await expect(drive(endless(), deadlineBudget(5))).rejects.toMatchObject({
      code: 50,
      codeName: 'MaxTimeMSExpired',
    });
    expect(isClosed).toBe(true);
  });

  it('passes an error of the work on', async () => {
    function* failing(): Generator<Pause, never> {
      yield PAUSE;
      throw new Error('broken');
    }
    await expect(drive(failing(), unlimited)).rejects.toThrow('broken');
  });
});

describe('deadlineBudget', () => {
  it('without a limit ends only when killed', () => {
    const budget = deadlineBudget(0);
    expect(() => budget.check()).not.toThrow();
    budget.kill();
    expect(() => budget.check()).toThrow(failure({ code: 11601, codeName: 'Interrupted' }));
  });

  it('keeps the first reason it was killed for', () => {
    const budget = deadlineBudget();
    budget.kill(new CommandError(237, 'CursorKilled', 'cursor was killed'));
    budget.kill();
    expect(() => budget.check()).toThrow('cursor was killed');
  });
});
