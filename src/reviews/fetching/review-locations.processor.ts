import { Injectable } from '@nestjs/common';
import {
  type ChildrenSummary,
  type ClaimedRun,
  type FanOut,
  type Joined,
  type RunHandler,
  RunProcessor,
} from '@tributary/pipeline';
import { REVIEW_LOCATIONS, type ReviewLocationsPayload } from './review-fetch.kinds';
import { ReviewLocationsService } from './review-locations.service';

@Injectable()
@RunProcessor(REVIEW_LOCATIONS)
export class ReviewLocationsProcessor implements RunHandler<ReviewLocationsPayload> {
  constructor(private readonly service: ReviewLocationsService) {}

  process(run: ClaimedRun<ReviewLocationsPayload>): Promise<FanOut> {
    return this.service.findLocations(run);
  }

  join(run: ClaimedRun<ReviewLocationsPayload>, children: ChildrenSummary): Promise<Joined> {
    return this.service.join(run, children);
  }
}
