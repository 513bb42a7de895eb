import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { newCredentials } from '../factories/client';
import { rawEnvironment, throwAwayFolder } from '../factories/environment';
import { eventually } from '../factories/eventually';
import { ProcessUnderTest } from '../factories/process';

const start = (overrides: Record<string, string | undefined> = {}) =>
  ProcessUnderTest.spawn(rawEnvironment({ LOG_LEVEL: 'info', ...overrides }), throwAwayFolder());

/** A registration of which only the first half has been sent. */
class HalfSentRequest {
  answer = '';
  private readonly body = JSON.stringify(newCredentials());

  private constructor(private readonly socket: Socket) {}

  /** Resolves when the service has the request in hand, which `100 Continue` proves. */
  static async begin(address: string): Promise<HalfSentRequest> {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    const request = new HalfSentRequest(socket);
    socket.on('data', (chunk) => (request.answer += chunk.toString()));
    socket.on('error', () => undefined);
    socket.write(
      `POST /api/v1/auth/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${request.body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    while (!request.answer.includes('100 Continue')) await once(socket, 'data');
    request.answer = '';
    return request;
  }

  sendRest(): void {
    this.socket.write(this.body);
  }

  async closed(): Promise<string> {
    if (!this.socket.closed) await once(this.socket, 'close');
    return this.answer;
  }
}

async function refusesConnections(address: string): Promise<void> {
  const { hostname, port } = new URL(address);
  await eventually('it accepts no connection', async () => {
    const socket = connect(Number(port), hostname);
    const refused = await Promise.race([
      once(socket, 'connect').then(() => false),
      once(socket, 'error').then(() => true),
    ]).catch(() => true);
    socket.destroy();
    return refused;
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<void> {
  await eventually(`process ${pid} is gone`, () => !isRunning(pid));
}

describe('a process with a bad environment', () => {
  it('prints every problem at once and does not start', async () => {
    const process = start({
      NODE_ENV: 'production',
      PORT: 'eighty',
      ROLE: 'boss',
      CORS_ORIGINS: 'shop.example',
      ADMIN_EMAIL: 'mai@shop.example',
    });
    expect(await process.exit).toBe(78);
    expect(process.output.trim().split('\n')).toEqual([
      'Tributary cannot start: 7 problems in the environment.',
      '  ROLE: expected one of api, worker, all, got "boss"',
      '  PORT: expected a whole number from 0 to 65535, got "eighty"',
      expect.stringContaining('  CORS_ORIGINS: expected origins such as https://shop.example'),
      expect.stringContaining('  JWT_SECRET: expected a secret of your own, at least 32 char'),
      expect.stringContaining('  INTERNAL_API_KEY: expected a secret of your own'),
      expect.stringContaining('  ENCRYPTION_KEYS: expected pairs such as'),
      '  ADMIN_PASSWORD: expected a value, because ADMIN_EMAIL is set',
      '.env.example explains every variable.',
    ]);
  });

  it('says which port is in use and what to do', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    const process = start({ PORT: String(port) });
    expect(await process.exit).toBe(1);
    expect(process.output).toContain(`Port ${port} of 127.0.0.1 is in use.`);
    holder.close();
  });
});

describe('SIGTERM', () => {
  it('lets a running request finish, takes no new ones, and ends with 0', async () => {
    const process = start();
    const address = (await process.up()) ?? '';
    const request = await HalfSentRequest.begin(address);
    process.kill('SIGTERM');
    await refusesConnections(address);
    request.sendRest();
    expect(await request.closed()).toMatch(/^HTTP\/1\.1 201 Created/);
    expect(await process.exit).toBe(0);
    expect(process.output).toContain('"finished":1,"handedBack":0,"msg":"Shut down"');
  });

  it('gives up a request that does not end within the grace time', async () => {
    const process = start({ SHUTDOWN_GRACE_SECONDS: '1' });
    const request = await HalfSentRequest.begin((await process.up()) ?? '');
    process.kill('SIGTERM');
    expect(await request.closed()).toBe('');
    expect(await process.exit).toBe(0);
    expect(process.output).toContain('"finished":0,"handedBack":1');
  });

  /** What a start says on its way; of an error a developer may hear at the level debug. */
  const troubleIn = ({ output }: ProcessUnderTest): string[] =>
    output
      .split('\n')
      .filter((line) => !line.includes('"level":"debug"'))
      .filter((line) => /"level":"(error|fatal)"|Unhandled|at .*\.js:/.test(line));

  it('ends a process that has hardly begun', async () => {
    const process = start();
    await once(process.child, 'spawn');
    process.kill('SIGTERM');
    await process.exit;
    expect(troubleIn(process)).toEqual([]);
  });

  it.each([
    'redis-server',
    'Embedded MongoDB listens',
    'Starting Nest application',
    'MongooseModule dependencies initialized',
    'Mapped {',
    'Tributary is up',
  ])('is heard during the start, after "%s"', async (line) => {
    const process = start({ REDIS_URL: undefined, MONGODB_URL: undefined, LOG_LEVEL: 'debug' });
    await process.said(line);
    process.kill('SIGTERM');
    expect(await process.exit).toBe(0);
    expect(process.output).toContain('"msg":"Shut down"');
    expect(process.output).toMatch(/redis-server \d+ ended/);
    expect(troubleIn(process)).toEqual([]);
  });
});

describe('the private Redis of a process', () => {
  const startWithPrivateRedis = async () => {
    const process = start({ REDIS_URL: undefined, MONGODB_URL: undefined });
    await process.up();
    const [, pid] = /redis-server (\d+) listens/.exec(process.output) ?? [];
    return { process, redisPid: Number(pid) };
  };

  it('is started without REDIS_URL and stopped at the end', async () => {
    const { process, redisPid } = await startWithPrivateRedis();
    expect(isRunning(redisPid)).toBe(true);
    process.kill('SIGTERM');
    expect(await process.exit).toBe(0);
    expect(isRunning(redisPid)).toBe(false);
  });

  it('does not outlive a process that was killed', async () => {
    const { process, redisPid } = await startWithPrivateRedis();
    process.kill('SIGKILL');
    await gone(redisPid);
  });

  it('takes the process with it when it dies, since no work can be done without', async () => {
    const { process, redisPid } = await startWithPrivateRedis();
    execFileSync('kill', ['-KILL', String(redisPid)]);
    expect(await process.exit).toBe(1);
    expect(process.output).toContain('The private redis-server ended by itself (SIGKILL)');
  });
});

const ROOT = join(__dirname, '../..');
const REPORTER = join(ROOT, 'test/support/report-modules.cjs');

/** What a process has loaded from the start to its end, as paths in the repository. */
async function modulesOf(overrides: Record<string, string | undefined>): Promise<string[]> {
  const folder = throwAwayFolder();
  const environment = rawEnvironment({ NODE_OPTIONS: `--require "${REPORTER}"`, ...overrides });
  const process = ProcessUnderTest.spawn(environment, folder);
  await process.up();
  process.kill('SIGTERM');
  expect(await process.exit).toBe(0);
  const report = readFileSync(join(folder, 'loaded-modules.json'), 'utf8');
  return (JSON.parse(report) as string[]).map((file) => relative(ROOT, file));
}

describe('the stand-ins for MongoDB and Google', () => {
  const OF_STAND_INS = /^(dist\/)?packages\/|^node_modules\/(lmdb|@lmdb|@tributary)\//;

  it.each(['api', 'worker', 'all'])('are not loaded by ROLE=%s in production', async (role) => {
    const modules = await modulesOf({
      NODE_ENV: 'production',
      ROLE: role,
      JWT_SECRET: 'j'.repeat(32),
      INTERNAL_API_KEY: 'k'.repeat(32),
      ENCRYPTION_KEYS: `k:${Buffer.alloc(32, 7).toString('base64')}`,
    });
    expect(modules).toContain('dist/src/bootstrap/backends.js');
    expect(modules.filter((file) => OF_STAND_INS.test(file))).toEqual([]);
  });

  it('are loaded where neither a MongoDB nor Google is configured', async () => {
    const modules = await modulesOf({ MONGODB_URL: undefined });
    expect(modules).toEqual(
      expect.arrayContaining([
        'dist/packages/embedded-mongo/src/index.js',
        'dist/packages/google-emulator/src/index.js',
        expect.stringMatching(/^node_modules\/lmdb\//),
      ]),
    );
  });
});

describe('the client of Kafka', () => {
  const OF_KAFKAJS = /^node_modules\/kafkajs\//;

  it.each(['api', 'worker', 'all'])('is not loaded by ROLE=%s without brokers', async (ROLE) => {
    const modules = await modulesOf({ ROLE });
    expect(modules).toContain('dist/libs/kafka/src/index.js');
    expect(modules.filter((file) => OF_KAFKAJS.test(file))).toEqual([]);
  });

  it('is loaded by a worker that has brokers, and not by an api, which only enqueues', async () => {
    const KAFKA_BROKERS = '127.0.0.1:1';
    const ofApi = await modulesOf({ ROLE: 'api', KAFKA_BROKERS });
    expect(ofApi.filter((file) => OF_KAFKAJS.test(file))).toEqual([]);
    const ofWorker = await modulesOf({ ROLE: 'worker', KAFKA_BROKERS });
    expect(ofWorker).toContain('node_modules/kafkajs/index.js');
  });
});

describe('a log line', () => {
  it('is one JSON object, with the id of its request and without its secrets', async () => {
    const process = start();
    const address = await process.up();
    const headers = { 'X-Request-Id': 'log-test-0001', Authorization: 'Bearer hunter2' };
    await fetch(`${address}/api/v1/auth/me?access_token=hunter2`, { headers });
    await process.said('log-test-0001');
    const line = process.output.split('\n').find((text) => text.includes('log-test-0001')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      level: 'info',
      request_id: 'log-test-0001',
      method: 'GET',
      url: '/api/v1/auth/me?access_token=[redacted]',
      status: 401,
    });
    expect(process.output).not.toContain('hunter2');
  });
});
