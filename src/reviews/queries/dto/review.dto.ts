import { ApiProperty } from '@nestjs/swagger';
import { PageDto } from '@tributary/common';
import {
  type ReviewVersion,
  type StoredReply,
  type StoredReviewer,
} from '../../store/stored-review';
import { type ShownReview } from '../shown-review';

export class ReviewerDto {
  /** @example Lan Anh */
  display_name: string;
  is_anonymous: boolean;
  profile_photo_url: string;
}

export class ReviewReplyDto {
  /** @example Thank you! */
  comment: string;
  /** As Google writes it. */
  @ApiProperty({ type: String, nullable: true })
  update_time: string | null;
  state: string;
}

/** A review. */
export class ReviewDto {
  /** @example 691c5b1fd3f0a1b2c3d4e5f6 */
  id: string;

  /** Its name at Google, the same through whichever account. @example locations/5/reviews/AbC */
  review_id: string;

  /** @example locations/5 */
  location: string;

  @ApiProperty({ type: String, nullable: true, example: 'Cà phê Sông Hương' })
  location_title: string | null;

  /** 1 to 5; null when Google names none. */
  @ApiProperty({ type: Number, nullable: true, example: 5 })
  rating: number | null;

  /** Null when the customer gave stars only. */
  @ApiProperty({ type: String, nullable: true })
  comment: string | null;

  @ApiProperty({ type: String, nullable: true })
  language: string | null;

  reviewer: ReviewerDto;

  @ApiProperty({ type: ReviewReplyDto, nullable: true })
  reply: ReviewReplyDto | null;

  created_at: string;
  updated_at: string;

  @ApiProperty({ type: String, nullable: true })
  replied_at: string | null;

  /** When it was found deleted at Google. */
  @ApiProperty({ type: String, nullable: true })
  deleted_at: string | null;

  /** Grows with every edit that was seen. @example 1 */
  version: number;
}

/** An earlier version of a review. */
export class ReviewVersionDto {
  /** @example 1 */
  version: number;

  @ApiProperty({ type: Number, nullable: true, example: 2 })
  rating: number | null;

  @ApiProperty({ type: String, nullable: true })
  comment: string | null;

  @ApiProperty({ type: ReviewReplyDto, nullable: true })
  reply: ReviewReplyDto | null;

  /** As Google wrote it. */
  update_time: string;

  /** When it was seen last. */
  seen_at: string;
}

/** A review with its earlier versions. */
export class ReviewWithHistoryDto extends ReviewDto {
  first_seen_at: string;
  last_seen_at: string;

  /** Oldest first; the newest 100. */
  history: ReviewVersionDto[];
}

export class ReviewListDto extends PageDto {
  data: ReviewDto[];
}

/** A stored review as a response shows it. */
export function toReviewDto(review: ShownReview, title: string | undefined): ReviewDto {
  const { id, review_id, location, rating, comment, language, version } = review;
  return {
    id,
    review_id,
    location,
    location_title: title ?? null,
    rating,
    comment,
    language,
    reviewer: toReviewerDto(review.reviewer),
    reply: toReplyDto(review.reply),
    created_at: review.created_at.toISOString(),
    updated_at: review.updated_at.toISOString(),
    replied_at: review.replied_at?.toISOString() ?? null,
    deleted_at: review.deleted_at?.toISOString() ?? null,
    version,
  };
}

/** The same with its history. */
export function toReviewWithHistoryDto(
  review: ShownReview & {
    readonly first_seen_at: Date;
    readonly last_seen_at: Date;
    readonly history: readonly ReviewVersion[];
  },
  title: string | undefined,
): ReviewWithHistoryDto {
  return {
    ...toReviewDto(review, title),
    first_seen_at: review.first_seen_at.toISOString(),
    last_seen_at: review.last_seen_at.toISOString(),
    history: review.history.map(({ version, rating, comment, reply, update_time, seen_at }) => ({
      version,
      rating,
      comment,
      reply: toReplyDto(reply),
      update_time,
      seen_at: seen_at.toISOString(),
    })),
  };
}

function toReviewerDto(reviewer: StoredReviewer): ReviewerDto {
  const { display_name, is_anonymous, profile_photo_url } = reviewer;
  return { display_name, is_anonymous, profile_photo_url };
}

function toReplyDto(reply: StoredReply | null): ReviewReplyDto | null {
  if (reply === null) return null;
  const { comment, update_time, state } = reply;
  return { comment, update_time, state };
}
