import { type BusinessReview } from '@tributary/google';
import { type ObservedReview } from '../store/stored-review';

/** A review as it is stored. */
export function toObservedReview(review: BusinessReview): ObservedReview {
  const { key, locationId, reviewer, rating, comment, createTime, updateTime, reply } = review;
  return {
    review_id: key,
    location: `locations/${locationId}`,
    reviewer: {
      display_name: reviewer.displayName,
      is_anonymous: reviewer.isAnonymous,
      profile_photo_url: reviewer.profilePhotoUrl,
    },
    rating,
    comment: comment || null,
    create_time: createTime,
    update_time: updateTime,
    reply: reply && {
      comment: reply.comment,
      update_time: reply.updateTime,
      state: reply.state,
    },
  };
}
