import { type Benchmark, type Figure } from './benchmark';
import { runCommand } from './command';
import { createRegistry } from './registry';

const figure = (ok: boolean): Figure => ({
  name: 'speed',
  value: 1,
  unit: 'm/s',
  baseline: 'snail',
  ratio: 2,
  target: '>= 1',
  ok,
});

const called = (name: string, run: Benchmark['run']): Benchmark => ({
  name,
  title: `The ${name} one`,
  run,
});

const registry = createRegistry(
  [
    called('good', ({ progress }) => {
      progress('half way');
      return Promise.resolve([figure(true), figure(true)]);
    }),
    called('slow', () => Promise.resolve([figure(true), figure(false)])),
    called('broken', () => Promise.reject(new Error('no server'))),
  ],
  () => true,
);

async function bench(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const written = { stdout: '', stderr: '' };
  const code = await runCommand(
    args,
    registry,
    {
      stdout: { write: (text) => (written.stdout += text) },
      stderr: { write: (text) => (written.stderr += text) },
    },
    new AbortController().signal,
  );
  return { code, ...written };
}

describe('npm run bench', () => {
  it('lists the benchmarks', async () => {
    const { code, stdout, stderr } = await bench();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^npm run bench -- <name> \[--json\]\n\n {2}good {4}The good one\n/);
    expect(stderr).toBe('');
  });

  it('prints a table of the one that is named, and its progress aside', async () => {
    const { code, stdout, stderr } = await bench('good');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^The good one\n\n {2}figure /);
    expect(stderr).toBe('good: half way\n');
  });

  it('prints a line of JSON a figure and nothing else', async () => {
    const { code, stdout } = await bench('good', '--json');
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toEqual(Array(2).fill(JSON.stringify(figure(true))));
  });

  it('ends with 1 when a target was missed', async () => {
    const { code, stdout } = await bench('--json', 'slow');
    expect(code).toBe(1);
    expect(stdout).toContain('"ok":false');
  });

  it('ends with 1 and the reason when it could not measure', async () => {
    expect(await bench('broken', '--json')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'broken failed: no server\n',
    });
  });

  it.each([
    [['missing'], 'There is no benchmark called missing.'],
    [['good', 'slow'], 'Name one benchmark.'],
    [['--json'], 'Name one benchmark.'],
    [['--fast'], "Unknown option '--fast'"],
  ])('ends with 2 and the list for %j', async (args, reason) => {
    const { code, stdout, stderr } = await bench(...args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(reason);
    expect(stderr).toMatch(/ {2}slow {4}The slow one\n/);
  });
});
