/** Until when a quota may have been used, according to the journal. */
export interface Usage {
  /** No permit was granted after this. */
  usedUntil: number;
  /** Every request has been answered by then. */
  answeredUntil: number;
}

/**
 * Stores until when a policy may have been used, which survives a loss of Redis. Times are
 * milliseconds of Redis' clock, and only ever grow.
 */
export abstract class UsageJournal {
  /** Resolves when it is stored durably; an earlier entry that reaches further is kept. */
  abstract extend(policy: string, usage: Usage): Promise<void>;
  /** The last entry; undefined for a policy that was never used. */
  abstract read(policy: string): Promise<Usage | undefined>;
}
