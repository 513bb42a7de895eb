import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../libs/redis/src/private-server/free-port';
import { throwAwayFolder } from '../factories/environment';
import { ServerProcess } from '../support/embedded-mongo/server-process';
import { scaled } from '../setup/scale';
import { withCluster } from './support/cluster';

const RESTARTS = scaled(2, 20);

describe('a store that restarts in the middle of runs', () => {
  it('loses none of them and does none of them twice, killed or stopped in good order', async () => {
    const folder = throwAwayFolder();
    let store = ServerProcess.spawn(folder, await freePort());
    const url = await store.up();
    const { port } = new URL(url);
    const restart = async (signal: NodeJS.Signals) => {
      store.child.kill(signal);
      await store.exit;
      await delay(500);
      store = ServerProcess.spawn(folder, Number(port));
      await store.up();
    };
    try {
      await withCluster(
        async (cluster) => {
          await cluster.staff(2);
          for (let count = 0; count < RESTARTS; count += 1) {
            const batch = await cluster.trigger(40, { steps: 6, pause_ms: 50 });
            await batch.reaches(5, { status: 'succeeded' });
            await restart(count % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
            await batch.ended();
            expect(await batch.problems()).toEqual([]);
          }
        },
        { MONGODB_URL: `${url}/tributary`, RUN_LEASE_SECONDS: '2' },
      );
    } finally {
      await store.kill();
    }
  });
});
