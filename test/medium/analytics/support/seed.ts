/** Another one every time, unless the environment names the one of a failed test. */
export function newSeed(): number {
  return Number(process.env.TEST_SEED ?? Date.now() % 1_000_000_000);
}
