export interface FailedSeed {
  readonly spec: string;
  readonly seed: number;
  readonly runs?: number;
  readonly long?: boolean;
}

/** The seeds that are known, and those with which something failed in `npm run verify:long`. */
export function withFailedSeeds(
  known: readonly FailedSeed[],
  testResults: readonly { readonly name: string; readonly message: string }[],
  nameOf: (path: string) => string,
): FailedSeed[];
