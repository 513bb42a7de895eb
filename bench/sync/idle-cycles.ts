import { ACCOUNT } from '../google/emulator';
import { type Benchmark, figure } from '../harness/benchmark';
import { CONNECTIONS, Fleet } from './fleet';
import { Stage } from './stage';

const CYCLES = 2;

/** What it costs to find out that nothing has changed. */
export const idleCycles: Benchmark = {
  name: 'sync-idle-cycles',
  title: 'Cycles over sheets that have not changed',

  async run(context) {
    const stage = await Stage.set(context, [ACCOUNT]);
    const service = await stage.start('none');
    await Fleet.connect(context, stage, service);
    await stage.google.forgetRequests();
    for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
      context.progress(`idle cycle ${cycle} of ${CYCLES}`);
      await stage.runCycle(service);
    }
    const requests = await stage.google.countRequests();
    return [
      figure({
        name: `requests to Google in a cycle over ${CONNECTIONS.toLocaleString('en-US')} idle sheets`,
        value: requests / CYCLES,
        unit: 'requests',
        baseline: 'one request',
        baselineValue: 1,
        target: { atMost: 2 },
      }),
    ];
  },
};
