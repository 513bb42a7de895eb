/** Reviews of an owner that are about to be written. */
export interface ReviewWrite {
  readonly owner: string;
  /** The instants by which roll-ups file the reviews: when each was created. */
  readonly createdAt: readonly Date[];
}

/**
 * Keeps derived data consistent with the reviews. Called before every write of new, changed or
 * deleted reviews, so that what is derived from them is known to be stale also when the process dies
 * right after the write.
 */
export abstract class ReviewObserver {
  abstract beforeWrite(write: ReviewWrite): Promise<void>;
}
