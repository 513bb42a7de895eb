/** Where a location is, as far as Google says. */
export interface StoredAddress {
  readonly region: string;
  readonly area: string;
  readonly locality: string;
  readonly postal_code: string;
  readonly lines: readonly string[];
}

/** What the last full listing of a location proved. */
export interface StoredProof {
  readonly listed: number;
  readonly expected: number;
  readonly missing: number;
  readonly complete: boolean;
  readonly reason: string | null;
  /** When it began. */
  readonly at: Date;
}

/** An account as a job sees it. */
export interface SeenAccount {
  readonly account: string;
  readonly name: string;
  readonly type: string;
}

/** A location, and how far its reviews are known. */
export interface KnownLocation extends SeenLocation {
  /** The latest of those that are stored, as Google writes it; null before the first. */
  readonly newest_update_time: string | null;
}

/** A location as a job sees it. */
export interface SeenLocation {
  readonly location: string;
  readonly title: string;
  readonly address: StoredAddress | null;
}
