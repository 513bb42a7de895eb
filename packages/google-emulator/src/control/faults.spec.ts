import { type FaultDefinition, type FaultSubject } from './fault-definition';
import { Faults } from './faults';

const CALL: FaultSubject = {
  api: 'sheets',
  route: 'spreadsheets.values.get',
  account: 'a@x',
  path: '/v4/spreadsheets/1/values/A1',
};

function strikes(definition: Partial<FaultDefinition>, subject: FaultSubject = CALL): boolean {
  const faults = new Faults();
  faults.add({ kind: 'hang', ...definition } as FaultDefinition);
  return faults.next(subject) !== undefined;
}

describe('Faults', () => {
  it.each<[Partial<FaultDefinition>, boolean]>([
    [{}, true],
    [{ api: 'sheets' }, true],
    [{ api: 'drive' }, false],
    [{ route: 'spreadsheets.values.get' }, true],
    [{ route: 'values.get' }, false],
    [{ route: /values\./g }, true],
    [{ route: /^files/ }, false],
    [{ account: 'a@x' }, true],
    [{ account: 'b@x' }, false],
    [{ path: /spreadsheets\/1\// }, true],
    [{ path: /spreadsheets\/2\// }, false],
    [{ api: 'sheets', account: 'b@x' }, false],
    [{ kind: 'expired-token' }, true],
  ])('for %p strikes: %p', (definition, expected) => {
    expect(strikes(definition)).toBe(expected);
  });

  it('strike the token endpoint only when it is named', () => {
    const token: FaultSubject = { api: 'oauth', route: 'token', account: 'a@x', path: '/token' };
    expect(strikes({}, token)).toBe(false);
    expect(strikes({ account: 'a@x' }, token)).toBe(false);
    expect(strikes({ api: 'oauth' }, token)).toBe(true);
    expect(strikes({ api: 'oauth', kind: 'expired-token' }, token)).toBe(false);
  });

  it('strike as often as told, after as many as told', () => {
    const faults = new Faults();
    const fault = faults.add({ kind: 'reset', times: 2, after: 1 });
    const met = Array.from({ length: 5 }, () => faults.next(CALL)?.kind);
    expect(met).toEqual([undefined, 'reset', 'reset', undefined, undefined]);
    expect(fault.hits).toBe(2);
  });

  it('go first come, first served', () => {
    const faults = new Faults();
    faults.add({ kind: 'reset' });
    faults.add({ kind: 'hang', times: Infinity });
    expect([1, 2, 3].map(() => faults.next(CALL)?.kind)).toEqual(['reset', 'hang', 'hang']);
  });

  it('strike by chance, the same chance for the same seed', () => {
    const run = (seed: number): boolean[] => {
      const faults = new Faults();
      faults.clear(seed);
      faults.add({ kind: 'reset', times: Infinity, probability: 0.3 });
      return Array.from({ length: 1000 }, () => faults.next(CALL) !== undefined);
    };
    const share = run(1).filter(Boolean).length / 1000;
    expect(share).toBeGreaterThan(0.25);
    expect(share).toBeLessThan(0.35);
    expect(run(1)).toEqual(run(1));
    expect(run(1)).not.toEqual(run(2));
  });

  it('can be removed', () => {
    const faults = new Faults();
    const fault = faults.add({ kind: 'hang', times: Infinity });
    faults.add({ kind: 'reset', times: Infinity });
    fault.remove();
    expect(faults.next(CALL)?.kind).toBe('reset');
    faults.clear();
    expect(faults.next(CALL)).toBeUndefined();
  });

  it('are not kept for ever once they are spent', () => {
    const faults = new Faults();
    for (let n = 0; n < 3000; n += 1) {
      faults.add({ kind: 'reset' });
      faults.next(CALL);
    }
    expect(faults.all().length).toBeLessThanOrEqual(1000);
  });

  it.each<[FaultDefinition, string]>([
    [{ kind: 'hang', times: 0 }, 'times of 1 or more'],
    [{ kind: 'hang', after: -1 }, 'after of 0 or more'],
    [{ kind: 'hang', probability: 2 }, 'probability from 0 to 1'],
    [{ kind: 'cut-body' }, 'either fraction or bytes'],
    [{ kind: 'cut-body', fraction: 1, bytes: 1 }, 'either fraction or bytes'],
    [{ kind: 'cut-body', fraction: 2 }, 'fraction from 0 to 1'],
    [{ kind: 'slow-body', ms: NaN }, 'ms of 0 or more'],
  ])('refuse %p', (definition, sentence) => {
    expect(() => new Faults().add(definition)).toThrow(sentence);
  });
});
