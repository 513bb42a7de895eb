import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLong, scaled } from './scale';

/** The seed of every random choice in tests, and those with which one of them failed once. */
interface Seeds {
  readonly seed: number;
  readonly failed: readonly FailedSeed[];
}

interface FailedSeed {
  readonly spec: string;
  readonly seed: number;
  /** After how many runs the property failed. */
  readonly runs?: number;
  /** Whether it failed in the sizes of `npm run verify:long`. */
  readonly long?: boolean;
}

/** One way to try a spec: a seed for its random choices, and what it takes to repeat a failure. */
export interface Trial {
  readonly seed: number;
  /** A property has to be run so often at least. */
  readonly runs: number;
  /** A number for `npm run verify`, or, where the seed failed with it, that of `npm run verify:long`. */
  readonly scaled: (short: number, long: number) => number;
}

const seeds = JSON.parse(readFileSync(join(__dirname, '../seeds.json'), 'utf8')) as Seeds;

/** The same in every run of a commit; another one, which jest prints, in `npm run verify:long`. */
export const SEED = isLong ? jest.getSeed() : seeds.seed;

/** With how many seeds beside {@link SEED} a property is tried. */
const MORE_SEEDS = Number(process.env.TRIBUTARY_MORE_SEEDS ?? (isLong ? 4 : 0));

/**
 * The seeds with which a spec is tried: that of the repository, those that found something, which
 * stay for ever, and more of them on request, or to have so many new ones.
 */
export function trialsOf(specPath: string, atLeast = 1): Trial[] {
  const path = specPath.replaceAll('\\', '/');
  const failed = seeds.failed.filter(({ spec }) => path.endsWith(`/${spec}`));
  const length = Math.max(MORE_SEEDS, atLeast - 1);
  const more = Array.from({ length }, (_, at) => (SEED + (at + 1) * 7_919) | 0);
  const known = new Map(failed.map((one) => [one.seed, one]));
  return [...new Set([SEED, ...known.keys(), ...more])].map((seed) => trialOf(seed, known));
}

/** The trial of one seed. */
export function trialWith(seed: number, specPath: string): Trial {
  return trialsOf(specPath).find((trial) => trial.seed === seed) ?? trialOf(seed, new Map());
}

function trialOf(seed: number, known: ReadonlyMap<number, FailedSeed>): Trial {
  const { runs = 0, long = false } = known.get(seed) ?? {};
  return { seed, runs, scaled: long ? (_, longOne) => longOne : scaled };
}

/**
 * Tries something with a seed. A failure names it in the words of fast-check, by which
 * `npm run verify:long` finds the seeds to keep.
 */
export async function tryWith(trial: Trial, attempt: () => Promise<void>): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Failed with { seed: ${trial.seed}, path: "0" }\n${reason}`, { cause: error });
  }
}

/** Numbers in [0, 1) that can be had again. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
