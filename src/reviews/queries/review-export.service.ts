import { Injectable } from '@nestjs/common';
import { type ExportedFile, exportRows, type RowLayout } from '@tributary/exports';
import { toQueryRange } from '@tributary/periods';
import { type TableCell, type TableFormat } from '@tributary/table-files';
import { ReviewContextService } from './review-context.service';
import { ReviewPlaceService } from './review-place.service';
import { ReviewQueryRepository } from './review-query.repository';
import { type ReviewFilter, reviewSelection } from './review-selection';
import { type ShownReview } from './shown-review';

export interface ReviewExportQuery extends ReviewFilter {
  readonly format: TableFormat;
}

/** Streams the reviews of a user to files, as fast as the client reads them. */
@Injectable()
export class ReviewExportService {
  constructor(
    private readonly contexts: ReviewContextService,
    private readonly places: ReviewPlaceService,
    private readonly reviews: ReviewQueryRepository,
  ) {}

  async export(owner: string, query: ReviewExportQuery): Promise<ExportedFile> {
    const { version, timeZone } = await this.contexts.open(owner, owner, true);
    const asked = toQueryRange(query, timeZone);
    const [locations, titles] = await Promise.all([
      this.places.resolve(owner, query),
      this.places.allTitles(owner),
    ]);
    return exportRows({
      format: query.format,
      name: 'reviews',
      timeZone: asked.clock.name,
      version,
      rows: this.reviews.stream(owner, reviewSelection(query, asked, locations)),
      layout: () => layout(titles),
      // Reviews are never replaced as a whole: each is as it was when it was read.
      confirm: () => Promise.resolve(),
    });
  }
}

function layout(titles: ReadonlyMap<string, string>): RowLayout<ShownReview> {
  const columns: Record<string, (review: ShownReview) => TableCell> = {
    id: ({ id }) => id,
    review_id: ({ review_id }) => review_id,
    location: ({ location }) => location,
    location_title: ({ location }) => titles.get(location) ?? null,
    rating: ({ rating }) => rating,
    comment: ({ comment }) => comment,
    language: ({ language }) => language,
    reviewer: ({ reviewer }) => reviewer.display_name,
    created_at: ({ created_at }) => created_at,
    updated_at: ({ updated_at }) => updated_at,
    reply: ({ reply }) => reply?.comment ?? null,
    replied_at: ({ replied_at }) => replied_at,
    deleted_at: ({ deleted_at }) => deleted_at,
  };
  return {
    columns: Object.keys(columns),
    cellsOf: (review) => Object.values(columns).map((cellOf) => cellOf(review)),
  };
}
