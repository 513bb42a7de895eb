import { median } from './statistics';

/** How often to measure. */
export interface Rounds {
  /** Rounds whose result is thrown away: code gets compiled, caches filled. */
  warmUp: number;
  /** Rounds that count. */
  counted: number;
  /** Is told before each round. */
  onRound?: (round: number, of: number) => void;
}

type Sample<Metric extends string> = Record<Metric, number>;

/**
 * Measures the contenders by turns, a, b, a, b, so that whatever else the machine does hits all of
 * them, and gives each one's medians. A contender is a function that measures one round.
 */
export async function measure<Name extends string, Metric extends string>(
  contenders: Record<Name, () => Promise<Sample<Metric>>>,
  { warmUp, counted, onRound }: Rounds,
): Promise<Record<Name, Sample<Metric>>> {
  const names = Object.keys(contenders) as Name[];
  const samples = new Map<Name, Sample<Metric>[]>(names.map((name) => [name, []]));

  for (let round = 1; round <= warmUp + counted; round += 1) {
    onRound?.(round, warmUp + counted);
    for (const name of names) {
      const sample = await contenders[name]();
      if (round > warmUp) samples.get(name)?.push(sample);
    }
  }
  return mapValues(Object.fromEntries(samples) as Record<Name, Sample<Metric>[]>, medians);
}

function medians<Metric extends string>(samples: Sample<Metric>[]): Sample<Metric> {
  const [first] = samples;
  if (!first) throw new RangeError('nothing was measured');
  return mapValues(first, (_, metric) => median(samples.map((sample) => sample[metric])));
}

function mapValues<Key extends string, From, To>(
  record: Record<Key, From>,
  map: (value: From, key: Key) => To,
): Record<Key, To> {
  const entries = Object.entries(record) as [Key, From][];
  return Object.fromEntries(entries.map(([key, value]) => [key, map(value, key)])) as Record<
    Key,
    To
  >;
}
