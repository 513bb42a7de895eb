import { type Benchmark, type Figure } from '../harness/benchmark';
import { runInContext } from '../harness/context';
import { cachedLoad } from './cached-load';
import { growth } from './growth';
import { upkeep } from './upkeep';

/** Each has stores and processes of its own, which are gone before the next one begins. */
const PARTS = [growth, cachedLoad, upkeep];

/** What dashboards cost: to answer, to answer again, and to be kept ready by syncs. */
export const benchmark: Benchmark = {
  name: 'analytics',
  title:
    "Dashboards over orders, from rows, from roll-ups and from the cache, beside the seed's way",

  async run({ signal, progress }) {
    const figures: Figure[] = [];
    for (const part of PARTS) figures.push(...(await runInContext(part, { signal, progress })));
    return figures;
  },
};
