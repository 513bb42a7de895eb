import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, type BenchmarkContext, type Figure } from './benchmark';

/** What a benchmark is told and asked by whoever runs it. */
export type Surroundings = Pick<BenchmarkContext, 'signal' | 'progress'>;

/** Runs a benchmark in a folder of its own, and cleans up after it however it ends. */
export async function runInContext(
  benchmark: Benchmark,
  { signal, progress }: Surroundings,
): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), `tributary-bench-${benchmark.name}-`));
  const cleanUps = [(): Promise<void> => rm(folder, { recursive: true, force: true })];
  const defer: BenchmarkContext['defer'] = (cleanUp) =>
    void cleanUps.unshift(async () => cleanUp());
  try {
    const figures = await benchmark.run({ folder, signal, progress, defer });
    if (figures.length === 0) throw new Error(`${benchmark.name} measured nothing`);
    return figures;
  } finally {
    await runAll(cleanUps);
  }
}

/** Runs every one, even after a failure, and then reports the first failure. */
async function runAll(cleanUps: (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const cleanUp of cleanUps) {
    await cleanUp().catch((failure: unknown) => failures.push(failure));
  }
  if (failures.length > 0) throw failures[0];
}
