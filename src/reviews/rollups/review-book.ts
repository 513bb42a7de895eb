/** A change of reviews that was announced and has not been reported as done. */
export interface AnnouncedChange {
  readonly id: string;
  /** From then on, whoever announced it is taken for dead. */
  readonly until: Date;
  /** Days whose reviews it may change. */
  readonly days: readonly string[];
}

/** What is known of all reviews of an owner together. One document, so that it changes at once. */
export interface ReviewBook {
  readonly user_id: string;
  /** The time zone of the days of roll-ups. It never changes. */
  readonly time_zone: string;
  /** Grows whenever responses may change. */
  readonly version: number;
  /** Grows with every run that brings roll-ups up to date. */
  readonly epoch: number;
  /** The moment up to which the reviews are complete; null before there was one. */
  readonly as_of: Date | null;
  /** Their days are dirty. */
  readonly changes: readonly AnnouncedChange[];
}

/** Whether somebody may be writing reviews at this moment. */
export function isChanging({ changes }: Pick<ReviewBook, 'changes'>, now: Date): boolean {
  return changes.some(({ until }) => until > now);
}
