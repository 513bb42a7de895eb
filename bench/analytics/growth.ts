import { type Benchmark } from '../harness/benchmark';
import { type Costs, costsOf } from './cost';
import { growthFigures } from './growth-figures';
import { Stage } from './stage';

/** How many orders the sheets have; the last one is what the others grow to. */
const SIZES = [
  { count: 10_000, rounds: { warmUp: 2, counted: 5 } },
  { count: 100_000, rounds: { warmUp: 1, counted: 3 } },
  { count: 1_000_000, rounds: { warmUp: 0, counted: 2 } },
];

/** What a dashboard costs, and how that grows with the rows behind it. */
export const growth: Benchmark = {
  name: 'analytics-growth',
  title: 'What answers cost as rows grow',

  async run(context) {
    const stage = await Stage.set(context);
    const costs = new Map<number, Costs>();
    for (const { count, rounds } of SIZES) {
      costs.set(count, await costsOf(context, stage, count, rounds));
    }
    return growthFigures(costs);
  },
};
