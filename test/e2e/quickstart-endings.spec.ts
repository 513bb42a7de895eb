import { once } from 'node:events';
import { createServer } from 'node:net';
import { allGone, Quickstart } from '../factories/quickstart';

describe('npm run quickstart that does not do the whole tour', () => {
  it('can be stopped in a sync, and then says that the job was not done', async () => {
    const quickstart = Quickstart.start(['--once'], { SHUTDOWN_GRACE_SECONDS: '1' });
    await quickstart.says('Syncing its tabs');
    quickstart.child.kill('SIGINT');
    expect(await quickstart.exit).toBe(1);
    await allGone(quickstart.pids);
  });

  it('leaves sheets alone where Google is configured, and checks the pipeline', async () => {
    const GOOGLE_API_BASE_URL = 'http://127.0.0.1:9';
    const quickstart = Quickstart.start(['--once'], { GOOGLE_API_BASE_URL });
    expect(await quickstart.exit).toBe(0);
    expect(quickstart.output).toContain('"status":"succeeded"');
    expect(quickstart.output).toContain('To connect a sheet of your own');
  });

  it('fails with the reason when a part cannot start', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    const quickstart = Quickstart.start(['--once'], { PORT: String(port) });
    expect(await quickstart.exit).toBe(1);
    expect(quickstart.output).toContain(`Port ${port} of 127.0.0.1 is in use.`);
    await allGone(quickstart.pids);
    holder.close();
  });

  it('shows every problem of a bad environment', async () => {
    const quickstart = Quickstart.start(['--once'], { PORT: 'x', LOG_LEVEL: 'loud' });
    expect(await quickstart.exit).toBe(1);
    expect(quickstart.output).toContain('2 problems in the environment');
  });
});
