import { BUSINESS_SCOPES } from '../auth/scopes';
import { type EmulatorClock } from '../control/emulator-clock';
import { type ApiCall, type Route } from '../http/route';
import { batchGetReviews } from './batch-reviews';
import { type BusinessDirectory, type BusinessLocation } from './business-directory';
import { entityNotFound, invalidInV4 } from './business-errors';
import { type ReviewDefinition } from './definition';
import { masked } from './masked';
import { listReviews, verified } from './review-listing';
import { replyResource, reviewResource } from './resources';
import { type BusinessScenario } from './scenario';

/** What the routes for reviews work on. */
export interface ReviewContext {
  readonly directory: BusinessDirectory;
  readonly clock: EmulatorClock;
  /** What is switched on at this moment. */
  readonly scenario: () => BusinessScenario;
  /** Is told that a page of the reviews of a location was answered. */
  readonly onPage: (locationId: string, page: number) => void;
}

const MAX_REPLY_BYTES = 4_096;
const LOCATION = '/v4/accounts/(?<account>[^/]+)/locations/(?<location>[^/]+)';
const REVIEW = `${LOCATION}/reviews/(?<review>[^/]+)`;
const BATCH = '/v4/accounts/(?<account>[^/]+)/locations(?::|%3A)batchGetReviews';

/** The routes of the v4 API, of which only the reviews are left. */
export function reviewRoutes(context: ReviewContext): readonly Route[] {
  const { directory } = context;
  const refuseNow = nowAndThen(context.scenario);
  const route = (
    name: string,
    method: Route['method'],
    path: string,
    handle: (call: ApiCall) => unknown,
  ): Route => ({
    api: 'reviews',
    metric: 'reviews',
    scopes: BUSINESS_SCOPES,
    name,
    method,
    path: new RegExp(`^${path}$`, 'i'),
    handle: (call) => {
      if (refuseNow()) throw entityNotFound();
      return masked(call, handle(call));
    },
  });
  return [
    route('accounts.locations.reviews.list', 'GET', `${LOCATION}/reviews`, (call) =>
      listPage(context, call),
    ),
    route('accounts.locations.reviews.get', 'GET', REVIEW, (call) => {
      const { location, review } = reviewOf(directory, call);
      return reviewResource(location, review, context.scenario());
    }),
    route('accounts.locations.reviews.updateReply', 'PUT', `${REVIEW}/reply`, (call) =>
      putReply(context, call),
    ),
    route('accounts.locations.reviews.deleteReply', 'DELETE', `${REVIEW}/reply`, (call) => {
      const { location, review } = reviewOf(directory, call);
      if (!review.reply) throw entityNotFound();
      location.reviews.setReply(review.reviewId, undefined);
      return {};
    }),
    route('accounts.locations.batchGetReviews', 'POST', BATCH, (call) =>
      batchGetReviews(directory, call, context.scenario()),
    ),
  ];
}

function listPage({ directory, scenario, onPage }: ReviewContext, call: ApiCall): unknown {
  const location = locationOf(directory, call);
  const { body, page } = listReviews(location, call.query, scenario());
  onPage(location.definition.id, page);
  return body;
}

function putReply({ directory, clock }: ReviewContext, call: ApiCall): unknown {
  const { location, review } = reviewOf(directory, call);
  const comment = (call.body as { comment?: unknown } | undefined)?.comment;
  if (typeof comment !== 'string' || comment === '') {
    throw invalidInV4('reply.comment', 'Comment is required.', comment ?? '');
  }
  if (Buffer.byteLength(comment) > MAX_REPLY_BYTES) {
    throw invalidInV4('reply.comment', `Comment exceeds ${MAX_REPLY_BYTES} bytes.`, comment);
  }
  const reply = { comment, updateTime: clock.now() };
  location.reviews.setReply(review.reviewId, reply);
  return replyResource(reply);
}

function locationOf(directory: BusinessDirectory, { params, caller }: ApiCall): BusinessLocation {
  return verified(directory.locationIn(params.account ?? '', params.location ?? '', caller.email));
}

function reviewOf(
  directory: BusinessDirectory,
  call: ApiCall,
): { location: BusinessLocation; review: ReviewDefinition } {
  const location = locationOf(directory, call);
  const review = location.reviews.find(call.params.review ?? '');
  if (!review) throw entityNotFound();
  return { location, review };
}

/** Counts calls, so that an oddity which comes now and then comes when a test expects it. */
function nowAndThen(scenario: () => BusinessScenario): () => boolean {
  let calls = 0;
  return () => {
    const { notFoundEvery } = scenario();
    if (notFoundEvery === 0) {
      calls = 0;
      return false;
    }
    calls += 1;
    return calls % notFoundEvery === 0;
  };
}
