import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLong } from './scale';

/** The seed of every random choice in tests, and those with which one of them failed once. */
interface Seeds {
  readonly seed: number;
  readonly failed: readonly { readonly spec: string; readonly seed: number }[];
}

const seeds = JSON.parse(readFileSync(join(__dirname, '../seeds.json'), 'utf8')) as Seeds;

/** The same in every run of a commit; another one, which jest prints, in `npm run verify:long`. */
export const SEED = isLong ? jest.getSeed() : seeds.seed;

/** With how many seeds beside {@link SEED} a property is tried. */
const MORE_SEEDS = Number(process.env.TRIBUTARY_MORE_SEEDS ?? (isLong ? 4 : 0));

/** The seeds with which the properties of a spec are tried: those that found something stay for ever. */
export function seedsOf(specPath: string): number[] {
  const path = specPath.replaceAll('\\', '/');
  const failed = seeds.failed.filter(({ spec }) => path.endsWith(`/${spec}`));
  const more = Array.from({ length: MORE_SEEDS }, (_, at) => (SEED + (at + 1) * 7_919) | 0);
  return [...new Set([SEED, ...failed.map(({ seed }) => seed), ...more])];
}

/** Numbers in [0, 1) that can be had again. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
