/** A failure of a property as fast-check reports it, and how many runs it took. */
const FAILURE = /\{ seed: (-?\d+), path: "(\d+)/g;

/** Described in failed-seeds.d.cts. */
exports.withFailedSeeds = function withFailedSeeds(known, testResults, nameOf) {
  const found = testResults.flatMap(({ name, message }) =>
    [...message.matchAll(FAILURE)].map(([, seed, run]) => ({
      spec: nameOf(name),
      seed: Number(seed),
      runs: Number(run) + 1,
      long: true,
    })),
  );
  const all = new Map(known.map((one) => [keyOf(one), one]));
  for (const one of found) {
    const { runs = 0 } = all.get(keyOf(one)) ?? {};
    all.set(keyOf(one), { ...one, runs: Math.max(runs, one.runs) });
  }
  return [...all.values()];
};

function keyOf({ spec, seed }) {
  return `${spec} ${seed}`;
}
