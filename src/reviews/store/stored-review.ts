/** Who wrote a review, as far as they want to be known. */
export interface StoredReviewer {
  readonly display_name: string;
  readonly is_anonymous: boolean;
  readonly profile_photo_url: string;
}

/** What the merchant replied. */
export interface StoredReply {
  readonly comment: string;
  /** As Google writes it. */
  readonly update_time: string | null;
  readonly state: string;
}

/** What makes one version of a review another than the one before. */
export interface ReviewContent {
  /** 1 to 5; null when Google names none. */
  readonly rating: number | null;
  /** Null when the customer gave stars only. */
  readonly comment: string | null;
  readonly reply: StoredReply | null;
  /** As Google writes it, with up to nine digits of a second. */
  readonly update_time: string;
}

/** A review as it was observed. */
export interface ObservedReview extends ReviewContent {
  /** `locations/{l}/reviews/{r}`. */
  readonly review_id: string;
  /** `locations/{l}`. */
  readonly location: string;
  readonly reviewer: StoredReviewer;
  readonly create_time: string;
}

/** An earlier version of a review. */
export interface ReviewVersion extends ReviewContent {
  readonly version: number;
  /** When it was seen last. */
  readonly seen_at: Date;
}

/** A review in the store. */
export interface StoredReview extends ObservedReview {
  readonly user_id: string;
  /** `accounts/{a}`: those through which it was seen. */
  readonly accounts: readonly string[];
  readonly language: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly replied_at: Date | null;
  /** Its texts without case and accents. */
  readonly search: string;
  readonly content_hash: string;
  /** Counted from 1. */
  readonly version: number;
  /** The job or sync that made the version. */
  readonly changed_by: string;
  /** Earlier versions, oldest first; the newest 100. */
  readonly history: readonly ReviewVersion[];
  readonly first_seen_at: Date;
  /** When the page was asked for that showed it last. */
  readonly last_seen_at: Date;
  readonly deleted_at: Date | null;
}

/** What an observation did to a review. */
export type ReviewChange = 'new' | 'changed' | 'unchanged';
