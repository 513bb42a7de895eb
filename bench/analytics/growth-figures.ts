import { type Figure, figure, type Target } from '../harness/benchmark';
import { type Cost, type Costs } from './cost';
import { type BenchQuestion, QUESTIONS } from './questions';

const FROM_ROWS = 'from rows';
const FROM_ROLL_UPS = 'from roll-ups';
const SEED = "the seed's pipeline";
/** How much faster a roll-up is than the rows that it stands for. */
const ROLL_UP_GAIN = 50;

/** What is told of costs by the number of rows: those of most rows, and how they grew. */
export function growthFigures(costs: ReadonlyMap<number, Costs>): Figure[] {
  const sizes = [...costs.keys()].sort((one, other) => one - other);
  const [least = 0] = sizes;
  const most = sizes.at(-1) ?? 0;
  return QUESTIONS.flatMap((question, at) => {
    const costAt = (size: number): Cost => costs.get(size)?.[at] as Cost;
    return [
      ...sizes
        .slice(1)
        .flatMap((size) => grownFigures(question, [least, costAt(least)], [size, costAt(size)])),
      ...costFigures(question, most, costAt(most)),
    ];
  });
}

/** What an answer costs, against the seed and against the rows. */
function costFigures(question: BenchQuestion, size: number, cost: Cost): Figure[] {
  const { name, isRolledUp } = question;
  const { scan, cold, kept, seed } = cost;
  const told = (way: string, value: number): Told => ({ name: title(name, size, way), value });
  const cached = compared(told('cached', kept), SEED, seed, { atMost: 1 / ROLL_UP_GAIN });
  if (!isRolledUp) return [compared(told(FROM_ROWS, cold), SEED, seed, { atMost: 1.5 }), cached];
  const rolledUp = told(FROM_ROLL_UPS, cold);
  return [
    compared(told(FROM_ROWS, scan), SEED, seed, { atMost: 2 }),
    compared(rolledUp, FROM_ROWS, scan, { atMost: 1 / ROLL_UP_GAIN }),
    compared(rolledUp, SEED, seed, { atMost: 1 / ROLL_UP_GAIN }),
    cached,
  ];
}

/** How much more an answer costs than with fewer rows. */
function grownFigures(
  { name, isRolledUp }: BenchQuestion,
  [least, before]: readonly [number, Cost],
  [size, cost]: readonly [number, Cost],
): Figure[] {
  const baseline = `with ${rowCount(least)}`;
  const told = (way: string, value: number): Told => ({ name: title(name, size, way), value });
  const inStep = { atMost: (1.5 * size) / least };
  if (!isRolledUp) return [compared(told(FROM_ROWS, cost.cold), baseline, before.cold, inStep)];
  return [
    compared(told(FROM_ROWS, cost.scan), baseline, before.scan, inStep),
    // As many days, so as many roll-ups, however many rows.
    compared(told(FROM_ROLL_UPS, cost.cold), baseline, before.cold, { atMost: 2 }),
  ];
}

type Told = Pick<Figure, 'name' | 'value'>;

function title(name: string, size: number, way: string): string {
  return `${name}, ${rowCount(size)}, ${way}`;
}

function rowCount(size: number): string {
  return `${size.toLocaleString('en-US')} rows`;
}

function compared(told: Told, baseline: string, baselineValue: number, target: Target): Figure {
  return figure({ ...told, unit: 'ms', baseline, baselineValue, target });
}
