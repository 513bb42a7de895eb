import { type Benchmark } from './benchmark';

/**
 * The benchmarks by name. A name leads to the folder `bench/<name>`, so it is refused when
 * there is no such folder, or when somebody else has it.
 */
export function createRegistry(
  benchmarks: readonly Benchmark[],
  isFolder: (name: string) => boolean,
): ReadonlyMap<string, Benchmark> {
  const byName = new Map<string, Benchmark>();
  for (const benchmark of benchmarks) {
    const { name } = benchmark;
    if (byName.has(name)) throw new Error(`Two benchmarks in bench/index.ts are called ${name}.`);
    if (!isFolder(name)) throw new Error(`The benchmark ${name} has to live in bench/${name}.`);
    byName.set(name, benchmark);
  }
  return byName;
}
