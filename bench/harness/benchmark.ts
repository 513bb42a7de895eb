/** What the ratio of a figure to its baseline has to reach. */
export type Target = { atLeast: number } | { atMost: number };

/** One measured number, held against a baseline that was measured in the same run. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the value is compared with. */
  readonly baseline: string;
  /** The value divided by the baseline's. */
  readonly ratio: number;
  /** What the ratio has to reach, such as `>= 0.3`. */
  readonly target: string;
  readonly ok: boolean;
}

/** What a benchmark is given to work with. */
export interface BenchmarkContext {
  /** An empty folder that is removed afterwards. */
  readonly folder: string;
  /** Aborted when nobody waits for the result any more. */
  readonly signal: AbortSignal;
  /** Tells the person who waits what is going on. */
  readonly progress: (text: string) => void;
  /** Has something cleaned up, last one first, however the benchmark ends. */
  readonly defer: (cleanUp: () => void | Promise<void>) => void;
}

/** A side-by-side measurement; it lives in the folder `bench/<name>`. */
export interface Benchmark {
  readonly name: string;
  /** A line that says what is compared with what. */
  readonly title: string;
  run(context: BenchmarkContext): Promise<Figure[]>;
}

/** A figure as it was measured; `figure` adds the judgement. */
export interface Measurement {
  name: string;
  value: number;
  unit: string;
  baseline: string;
  baselineValue: number;
  target: Target;
}

/** Judges a measurement by its ratio to the baseline. */
export function figure(measurement: Measurement): Figure {
  const { name, value, unit, baseline, baselineValue, target } = measurement;
  const ratio = value / baselineValue;
  if (!Number.isFinite(ratio)) {
    throw new RangeError(`${name}: ${value} cannot be compared with ${baselineValue} ${unit}`);
  }
  const atLeast = 'atLeast' in target;
  return {
    name,
    value,
    unit,
    baseline,
    ratio,
    target: atLeast ? `>= ${target.atLeast}` : `<= ${target.atMost}`,
    ok: atLeast ? ratio >= target.atLeast : ratio <= target.atMost,
  };
}
