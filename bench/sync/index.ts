import { type Benchmark, type Figure } from '../harness/benchmark';
import { runInContext } from '../harness/context';
import { idleCycles } from './idle-cycles';
import { largeSheet } from './large-sheet';
import { millionRows } from './million-rows';
import { quotaRush } from './quota-rush';

/** Each has stores and processes of its own, which are gone before the next one begins. */
const PARTS = [largeSheet, millionRows, idleCycles, quotaRush];

/** What syncing costs from end to end: Tributary as its users start it, Google as an emulator. */
export const benchmark: Benchmark = {
  name: 'sync',
  title: 'Sheets synced by a worker process, from the trigger to the last event',

  async run({ signal, progress }) {
    const figures: Figure[] = [];
    for (const part of PARTS) figures.push(...(await runInContext(part, { signal, progress })));
    return figures;
  },
};
