/** What the global setup hands to the global teardown. */
export type TestBackends = typeof globalThis & {
  /** Stops what was started, in this order. */
  tributaryTestBackends?: (() => Promise<void>)[];
};
