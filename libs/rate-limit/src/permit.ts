/** The right to send one request, counted from its grant until a window after its answer. */
export interface Permit {
  readonly key: string;
  readonly tokens: number;
  /**
   * Aborted when the permit is too old to be used: give it to the request. A request that takes
   * longer is no longer counted.
   */
  readonly signal: AbortSignal;
  /** The request has been answered, or was never sent. Resolves when that is counted; never rejects. */
  release(): Promise<void>;
  /** The provider answered 429: the key backs off. Takes the place of {@link release}. */
  throttled(retryAfterSeconds?: number): Promise<void>;
}
