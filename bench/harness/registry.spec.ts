import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { benchmarks } from '..';
import { type Benchmark } from './benchmark';
import { createRegistry } from './registry';

const called = (name: string): Benchmark => ({ name, title: '', run: () => Promise.resolve([]) });

describe('createRegistry', () => {
  it('finds a benchmark by its name', () => {
    const http = called('http');
    expect(createRegistry([http], () => true).get('http')).toBe(http);
  });

  it('refuses a name twice', () => {
    expect(() => createRegistry([called('http'), called('http')], () => true)).toThrow(
      'Two benchmarks in bench/index.ts are called http.',
    );
  });

  it('refuses a name that is not a folder', () => {
    expect(() => createRegistry([called('http')], () => false)).toThrow(
      'The benchmark http has to live in bench/http.',
    );
  });
});

describe('bench/index.ts', () => {
  const bench = join(__dirname, '..');
  const folders = readdirSync(bench, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'harness')
    .map(({ name }) => name);

  it.each(folders)('has the benchmark of bench/%s, called like its folder', (folder) => {
    const { benchmark } = jest.requireActual<{ benchmark: Benchmark }>(join(bench, folder));
    expect(benchmark.name).toBe(folder);
    expect(benchmarks).toContain(benchmark);
  });

  it('has nothing else', () => {
    expect(benchmarks).toHaveLength(folders.length);
  });
});
