import { foldText } from '@tributary/common';
import { createHash } from 'node:crypto';
import { type ObservedReview, type ReviewContent, type StoredReview } from './stored-review';

/** What is stored of a version of a review. */
export type ReviewValues = Omit<
  StoredReview,
  | 'user_id'
  | 'review_id'
  | 'location'
  | 'accounts'
  | 'version'
  | 'changed_by'
  | 'history'
  | 'first_seen_at'
  | 'last_seen_at'
  | 'deleted_at'
>;

/** The fields that a version of a review consists of. */
export function contentOf({ rating, comment, reply, update_time }: ReviewContent): ReviewContent {
  return { rating, comment, reply, update_time };
}

/** The fields of an observed review, with those that are derived from them. */
export function valuesOf(review: ObservedReview): ReviewValues {
  const { reviewer, create_time, comment, reply } = review;
  const content = contentOf(review);
  const texts = [comment, reviewer.display_name, reply?.comment];
  return {
    ...content,
    reviewer,
    create_time,
    language: null,
    created_at: new Date(create_time),
    updated_at: new Date(content.update_time),
    replied_at: reply ? new Date(reply.update_time ?? content.update_time) : null,
    search: foldText(texts.filter((text) => text).join('\n')),
    content_hash: hashOf(content),
  };
}

function hashOf({ rating, comment, reply, update_time }: ReviewContent): string {
  const replied = reply && [reply.comment, reply.update_time, reply.state];
  const text = JSON.stringify([rating, comment, replied, update_time]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
