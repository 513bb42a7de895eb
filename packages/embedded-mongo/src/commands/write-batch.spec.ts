import type { Engine } from '../engine';
import { CommandError } from '../errors';
import { deadlineBudget, unlimited } from '../stream';
import { runStatements, type Statement } from './write-batch';

/** An engine that only counts its transactions. */
function countingEngine(): { engine: Engine; transactions: () => number } {
  let transactions = 0;
  const write = <T>(work: () => T): Promise<T> => {
    transactions++;
    return Promise.resolve(work());
  };
  return { engine: { write } as unknown as Engine, transactions: () => transactions };
}

const duplicate = (): never => {
  throw new CommandError(11000, 'DuplicateKey', 'E11000', { keyPattern: { a: 1 } });
};

function recorder(): { log: string[]; ok: (name: string) => Statement } {
  const log: string[] = [];
  return { log, ok: (name) => ({ apply: () => void log.push(name) }) };
}

describe('runStatements', () => {
  const options = { ordered: true, sync: false, budget: unlimited };

  it('applies neighbours in one transaction', async () => {
    const { engine, transactions } = countingEngine();
    const { log, ok } = recorder();
    const errors = await runStatements([ok('a'), ok('b'), ok('c')], { ...options, engine });
    expect(errors).toEqual([]);
    expect(log).toEqual(['a', 'b', 'c']);
    expect(transactions()).toBe(1);
  });

  it('keeps the order around statements that run alone', async () => {
    const { engine, transactions } = countingEngine();
    const { log, ok } = recorder();
    const alone: Statement = {
      runAlone: () => {
        log.push('many');
        return Promise.resolve();
      },
    };
    await runStatements([ok('a'), alone, ok('b'), ok('c')], { ...options, engine });
    expect(log).toEqual(['a', 'many', 'b', 'c']);
    expect(transactions()).toBe(2);
  });

  it('stops at the first error when ordered', async () => {
    const { engine } = countingEngine();
    const { log, ok } = recorder();
    const errors = await runStatements([ok('a'), { apply: duplicate }, ok('b')], {
      ...options,
      engine,
    });
    expect(errors).toEqual([{ index: 1, code: 11000, errmsg: 'E11000', keyPattern: { a: 1 } }]);
    expect(log).toEqual(['a']);
  });

  it('goes on after errors when unordered, also of statements that run alone', async () => {
    const { engine } = countingEngine();
    const { log, ok } = recorder();
    const failing: Statement = { runAlone: () => Promise.reject(duplicateError()) };
    const statements = [{ apply: duplicate }, ok('a'), failing, ok('b')];
    const errors = await runStatements(statements, { ...options, ordered: false, engine });
    expect(errors.map(({ index }) => index)).toEqual([0, 2]);
    expect(log).toEqual(['a', 'b']);
  });

  it('lets an error that is not the client’s fail the whole command', async () => {
    const { engine } = countingEngine();
    const broken: Statement = {
      apply: () => {
        throw new TypeError('a bug');
      },
    };
    await expect(runStatements([broken], { ...options, engine })).rejects.toThrow('a bug');
  });

  it('takes several transactions for a long batch', async () => {
    const { engine, transactions } = countingEngine();
    const slow: Statement = {
      apply: () => {
        const end = performance.now() + 60;
        while (performance.now() < end);
      },
    };
    await runStatements([slow, slow, slow, slow], { ...options, engine });
    // Two on a machine that does nothing else.
    expect(transactions()).toBeGreaterThan(1);
  });

  it('ends when the time is up', async () => {
    const { engine } = countingEngine();
    const budget = deadlineBudget();
    budget.kill();
    await expect(
      runStatements([recorder().ok('a')], { ...options, engine, budget }),
    ).rejects.toMatchObject({ code: 11601 });
  });
});

function duplicateError(): CommandError {
  return new CommandError(11000, 'DuplicateKey', 'E11000');
}
