/** The data that a query runs on, at one version of it. A feature adds what its queries need. */
export interface QueryContext {
  /** Whose data it is. */
  readonly owner: string;
  /** What the data is about, by which responses are cached: its id, unique in the namespace. */
  readonly subject: string;
  /** Grows whenever responses may change. */
  readonly version: number;
  /** The moment up to which the data is complete; null before there is any. */
  readonly asOf: Date | null;
  /** False while the data changes without a new version: then no response is cached. */
  readonly isCacheable: boolean;
}

/** Loads contexts. A feature implements it over its own store. */
export interface QueryContextSource<Context extends QueryContext> {
  /**
   * The subject as its owner may see it; throws when there is none, or it is another's. It may be a
   * few seconds old; with `now` it is current.
   */
  open(owner: string, subject: string, now: boolean): Promise<Context>;
  /** Whether a context is still current. */
  isCurrent(context: Context): Promise<boolean>;
}
