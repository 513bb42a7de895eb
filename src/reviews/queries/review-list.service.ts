import { Injectable } from '@nestjs/common';
import { DomainError, offsetOf, pageOf } from '@tributary/common';
import { rangeParameters, toQueryRange } from '@tributary/periods';
import { CachedQueryService, type QueryResponse } from '@tributary/query-cache';
import {
  type ReviewListDto,
  type ReviewWithHistoryDto,
  toReviewDto,
  toReviewWithHistoryDto,
} from './dto/review.dto';
import { type ReviewContext } from './review-context.service';
import { ReviewPlaceService } from './review-place.service';
import { ReviewQueryRepository } from './review-query.repository';
import { filterParameters, type ReviewFilter, reviewSelection } from './review-selection';

/** A page of reviews. */
export interface ReviewListQuery extends ReviewFilter {
  readonly page: number;
  readonly page_size: number;
}

/** The reviews of a user, over all sources. */
@Injectable()
export class ReviewListService {
  constructor(
    private readonly queries: CachedQueryService<ReviewContext>,
    private readonly reviews: ReviewQueryRepository,
    private readonly places: ReviewPlaceService,
  ) {}

  list(owner: string, query: ReviewListQuery): Promise<QueryResponse> {
    const { page, page_size } = query;
    return this.queries.answer(owner, owner, ({ timeZone }) => {
      const asked = toQueryRange(query, timeZone);
      return {
        name: 'list',
        parameters: { ...rangeParameters(asked), ...filterParameters(query), page, page_size },
        run: async () => {
          const locations = await this.places.resolve(owner, query);
          return { body: await this.page(owner, query, reviewSelection(query, asked, locations)) };
        },
      };
    });
  }

  /** One review with its history; NOT_FOUND also for another user's. */
  async get(owner: string, id: string): Promise<ReviewWithHistoryDto> {
    const review = await this.reviews.findById(owner, id);
    if (!review) throw new DomainError('NOT_FOUND', { detail: 'Review not found' });
    const titles = await this.places.titles(owner, [review.location]);
    return toReviewWithHistoryDto(review, titles.get(review.location));
  }

  private async page(
    owner: string,
    query: ReviewListQuery,
    wanted: ReturnType<typeof reviewSelection>,
  ): Promise<ReviewListDto> {
    const offset = offsetOf(query);
    const reviews = await this.reviews.find(owner, wanted, offset, query.page_size);
    // A page that is not full is the last one, so the total is known without a count.
    const isLast = reviews.length < query.page_size && (reviews.length > 0 || offset === 0);
    const total = isLast ? offset + reviews.length : await this.reviews.count(owner, wanted);
    const titles = await this.places.titles(
      owner,
      reviews.map(({ location }) => location),
    );
    const data = reviews.map((review) => toReviewDto(review, titles.get(review.location)));
    return pageOf(data, total, query);
  }
}
