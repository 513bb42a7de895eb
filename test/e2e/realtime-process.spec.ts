import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { rawEnvironment, throwAwayFolder } from '../factories/environment';
import { LiveClient, newUser, tokenFor } from '../factories/live-client';
import { ProcessUnderTest } from '../factories/process';
import { LIVE, Publisher } from '../factories/publisher';

/** Where no long timer ends, nobody who waits for this, or for a WebSocket that closes, ends either. */
const GRACE_SECONDS = 300;
const NO_LONG_TIMERS = join(__dirname, '../support/no-long-timers.cjs');

const start = (overrides: Record<string, string> = {}) =>
  ProcessUnderTest.spawn(
    rawEnvironment({
      ...LIVE,
      ROLE: 'api',
      LOG_LEVEL: 'info',
      SHUTDOWN_GRACE_SECONDS: String(GRACE_SECONDS),
      NODE_OPTIONS: `--require "${NO_LONG_TIMERS}"`,
      ...overrides,
    }),
    throwAwayFolder(),
  );

describe('SIGTERM', () => {
  it('closes sockets at once, and their clients go on at another process', async () => {
    const [first, second] = [start(), start()];
    const [firstUrl = '', secondUrl = ''] = await Promise.all([first.up(), second.up()]);
    const worker = await Publisher.start();
    const mai = newUser();
    const client = await LiveClient.following(firstUrl, mai);
    const polling = await LiveClient.following(firstUrl, mai, { transports: ['polling'] });
    await worker.started(mai, 'seen');
    await Promise.all([client.hearsRuns(1), polling.hearsRuns(1)]);

    first.kill('SIGTERM');
    // This reason makes clients connect again by themselves.
    expect(await client.isDisconnected()).toBe('transport close');
    await worker.started(mai, 'missed');
    expect(await first.exit).toBe(0);
    expect(first.output).toContain('"handedBack":0,"msg":"Shut down"');
    await polling.isDisconnected();
    expect(first.output).not.toMatch(/"level":"(warn|error|fatal)"|Unhandled|at .*\.js:/);

    const after = await LiveClient.following(secondUrl, mai, {
      last_event_id: client.lastEventId,
    });
    expect(after.runs).toEqual(['missed']);
  });

  it('does not wait for a peer that never says goodbye', async () => {
    const process = start();
    const { hostname, port } = new URL((await process.up()) ?? '');
    const frozen = connect(Number(port), hostname);
    frozen.on('error', () => undefined);
    frozen.write(
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n' +
        'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n',
    );
    const [answer] = (await once(frozen, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 101 /);
    process.kill('SIGTERM');
    // A WebSocket server waits half a minute for the other side, which would never end here.
    expect(await process.exit).toBe(0);
    frozen.destroy();
  });
});

describe('a process whose Redis is away', () => {
  it('starts, takes sockets, and ends with 0', async () => {
    const process = start({ REDIS_URL: 'redis://127.0.0.1:1' });
    const client = new LiveClient((await process.up()) ?? '', { token: await tokenFor(newUser()) });
    await client.isConnected();
    process.kill('SIGTERM');
    expect(await process.exit).toBe(0);
    expect(process.output).not.toMatch(/"level":"(error|fatal)"|Unhandled|at .*\.js:/);
  });
});
