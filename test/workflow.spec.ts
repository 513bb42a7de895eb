import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  if?: string;
  'timeout-minutes'?: number;
  permissions?: unknown;
  env?: Record<string, string>;
  services?: Record<string, { image: string; ports: string[]; options: string }>;
  strategy?: { matrix: { node: number[] } };
  steps: Step[];
}

interface Workflow {
  on: Record<string, unknown>;
  permissions: unknown;
  concurrency: Record<string, unknown>;
  jobs: Record<'embedded' | 'stores' | 'long', Job>;
}

const root = join(__dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const workflow = parse(read('.github/workflows/verify.yml')) as Workflow;
const { embedded, stores, long } = workflow.jobs;
const jobs = Object.entries<Job>({ embedded, stores });
const allJobs = Object.entries<Job>(workflow.jobs);
const commandsOf = (job: Job): string[] => job.steps.flatMap(({ run }) => run ?? []);
const nodeOf = (job: Job): Step | undefined =>
  job.steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'));

describe('the verify workflow', () => {
  it('runs for every push and every pull request, and at night', () => {
    expect(Object.keys(workflow.on).sort()).toEqual(['pull_request', 'push', 'schedule']);
    for (const [, job] of jobs) expect(job.if).toBe("github.event_name != 'schedule'");
  });

  it('does the long tests at night, and shows the seeds that failed', () => {
    expect(workflow.on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }]);
    expect(long.if).toBe("github.event_name == 'schedule'");
    expect(commandsOf(long)).toContain('npm run verify:long');
    expect(commandsOf(long).at(-1)).toBe('git diff test/seeds.json');
    expect(long['timeout-minutes']).toBeLessThan(360);
  });

  it.each(jobs)('checks in %s exactly what `npm run verify` checks on your machine', (_, job) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(scripts).toHaveProperty('verify');
    const npm = commandsOf(job).filter((command) => command.includes('npm'));
    expect(npm).toEqual(['npm run verify']);
    expect(commandsOf(job).at(-1)).toBe('npm run verify');
  });

  it.each(allJobs)('installs in %s the redis-server that the embedded default starts', (_, job) => {
    expect(commandsOf(job).join('\n')).toContain('sudo apt-get install -y redis-server');
  });

  it('verifies the embedded default on the oldest and the newest Node', () => {
    expect(embedded.services).toBeUndefined();
    expect(embedded.env).toBeUndefined();
    expect(embedded.strategy?.matrix.node).toEqual([20, 24]);
    expect(nodeOf(embedded)?.with).toMatchObject({ 'node-version': '${{ matrix.node }}' });
  });

  it('verifies against a real MongoDB and Redis, at the addresses where they listen', () => {
    for (const [variable, name, inside] of [
      ['MONGODB_URL', 'mongo', 27017],
      ['REDIS_URL', 'redis', 6379],
    ] as const) {
      const { hostname, port } = new URL(stores.env?.[variable] ?? '');
      expect(hostname).toBe('127.0.0.1');
      expect(stores.services?.[name]?.ports).toEqual([`${port}:${inside}`]);
      expect(stores.services?.[name]?.options).toContain('--health-cmd');
    }
  });

  it('cannot mistake the redis-server of the machine for the real Redis', () => {
    expect(new URL(stores.env?.REDIS_URL ?? '').port).not.toBe('6379');
  });

  it('uses the same MongoDB and Redis as the compose file', () => {
    const compose = parse(read('docker/compose.yaml'), { merge: true }) as {
      services: Record<string, { image: string }>;
    };
    for (const name of ['mongo', 'redis']) {
      expect(stores.services?.[name]?.image).toBe(compose.services[name]?.image);
    }
  });

  it('verifies on the major version of Node that the image ships', () => {
    const shipped = Number(/^FROM node:(\d+)/m.exec(read('docker/Dockerfile'))?.[1]);
    expect(embedded.strategy?.matrix.node).toContain(shipped);
    expect(nodeOf(stores)?.with).toMatchObject({ 'node-version': shipped });
  });

  it('can read the repository and nothing else', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const [, job] of allJobs) {
      expect(job.permissions).toBeUndefined();
      const checkout = job.steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
      expect(checkout?.with).toEqual({ 'persist-credentials': false });
    }
  });

  it.each(jobs)('gives up on %s after twenty minutes', (_, job) => {
    expect(job['timeout-minutes']).toBe(20);
  });

  it('stops a run that a newer push has overtaken, but none of the night', () => {
    expect(workflow.concurrency).toEqual({
      group: 'verify-${{ github.event_name }}-${{ github.ref }}',
      'cancel-in-progress': true,
    });
  });

  it.each(allJobs)(
    'uses in %s only actions of GitHub, by major version, and caches npm',
    (_, job) => {
      const actions = job.steps.flatMap(({ uses }) => uses ?? []);
      expect(actions.filter((action) => !/^actions\/[\w-]+@v\d+$/.test(action))).toEqual([]);
      expect(nodeOf(job)?.with).toMatchObject({ cache: 'npm' });
    },
  );
});
