import { type Cost } from './cost';
import { growthFigures } from './growth-figures';
import { QUESTIONS } from './questions';

const costs = (cost: Cost): Cost[] => QUESTIONS.map(() => cost);
const few: Cost = { scan: 100, cold: 10, kept: 1, seed: 80 };
const many: Cost = { scan: 10_000, cold: 15, kept: 1, seed: 8_000 };

const figures = growthFigures(
  new Map([
    [1_000_000, costs(many)],
    [10_000, costs(few)],
  ]),
);
const told = (name: string, baseline: string) =>
  figures.find((figure) => figure.name === name && figure.baseline === baseline);

describe('growthFigures', () => {
  it('holds roll-ups of the most rows against the rows and against the seed', () => {
    const name = 'summary, 1,000,000 rows, from roll-ups';
    expect(told(name, 'from rows')).toMatchObject({ value: 15, ratio: 0.0015, ok: true });
    expect(told(name, "the seed's pipeline")).toMatchObject({ ratio: 15 / 8_000, ok: true });
  });

  it('tells how costs grow from the least rows on', () => {
    const [rows, rollUps] = ['from rows', 'from roll-ups'].map((way) =>
      told(`summary, 1,000,000 rows, ${way}`, 'with 10,000 rows'),
    );
    expect(rows).toMatchObject({ ratio: 100, target: '<= 150', ok: true });
    expect(rollUps).toMatchObject({ ratio: 1.5, target: '<= 2', ok: true });
  });

  it('expects no gain from roll-ups where rows themselves are asked for', () => {
    const name = 'data, searched, 1,000,000 rows';
    expect(told(`${name}, from roll-ups`, 'from rows')).toBeUndefined();
    expect(told(`${name}, from rows`, "the seed's pipeline")).toMatchObject({ value: 15 });
  });

  it('misses the target where a roll-up gains too little', () => {
    const slow = { ...many, cold: 300 };
    const [figure] = growthFigures(new Map([[1_000_000, costs(slow)]])).filter(
      ({ baseline }) => baseline === 'from rows',
    );
    expect(figure).toMatchObject({ ratio: 0.03, target: '<= 0.02', ok: false });
  });
});
