import { type StoredReview } from '../store/stored-review';

/** What is shown of a review in lists. */
export interface ShownReview extends Pick<
  StoredReview,
  | 'review_id'
  | 'location'
  | 'rating'
  | 'comment'
  | 'language'
  | 'reviewer'
  | 'reply'
  | 'created_at'
  | 'updated_at'
  | 'replied_at'
  | 'deleted_at'
  | 'version'
> {
  /** The public id. */
  readonly id: string;
}

/** A review with its earlier versions. */
export interface ReviewWithHistory
  extends ShownReview, Pick<StoredReview, 'history' | 'first_seen_at' | 'last_seen_at'> {}
