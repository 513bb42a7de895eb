import { type JobLogEntry } from '../jobs/job-log';
import { type JobLocation, type ReviewJobOutcome, type ReviewJobStatus } from '../jobs/review-job';

type DataOf<Type extends JobLogEntry['type']> = Extract<JobLogEntry, { type: Type }>['data'];
type Items<Type extends JobLogEntry['type']> = AsyncIterable<DataOf<Type>>;

/** What a job found, and where to read it. */
export interface NestedSource {
  readonly head: {
    readonly job_id: string;
    readonly status: ReviewJobStatus;
    readonly outcome: ReviewJobOutcome | null;
  };
  accounts(): Items<'account'>;
  locations(account: string): Items<'location'>;
  chunks(location: string): Items<'reviews'>;
  proof(location: string): Promise<JobLocation | undefined>;
}

/**
 * Account → locations → reviews as the text of one JSON document, a chunk of reviews at a time. A
 * location of two accounts is under both.
 */
export async function* nestedJson(source: NestedSource): AsyncGenerator<string, void, undefined> {
  yield opened(source.head, 'accounts');
  let isFirst = true;
  for await (const account of source.accounts()) {
    yield separator(isFirst) + opened(account, 'locations');
    isFirst = false;
    yield* locationsOf(source, account.account);
    yield ']}';
  }
  yield ']}\n';
}

async function* locationsOf(
  source: NestedSource,
  account: string,
): AsyncGenerator<string, void, undefined> {
  let isFirst = true;
  for await (const { location, title, address } of source.locations(account)) {
    const proof = toProof(await source.proof(location));
    yield separator(isFirst) + opened({ location, title, address, ...proof }, 'reviews');
    isFirst = false;
    yield* reviewsOf(source, location);
    yield ']}';
  }
}

async function* reviewsOf(
  source: NestedSource,
  location: string,
): AsyncGenerator<string, void, undefined> {
  let isFirst = true;
  for await (const { reviews } of source.chunks(location)) {
    if (reviews.length === 0) continue;
    yield separator(isFirst) + reviews.map((review) => JSON.stringify(review)).join(',');
    isFirst = false;
  }
}

/** An object whose last field is a list that follows. */
function opened(fields: object, list: string): string {
  return `${JSON.stringify(fields).slice(0, -1)},"${list}":[`;
}

function separator(isFirst: boolean): string {
  return isFirst ? '' : ',';
}

function toProof(step: JobLocation | undefined): object {
  return {
    state: step?.state ?? 'pending',
    expected: step?.expected ?? null,
    missing: step?.missing ?? null,
    complete: step?.complete ?? null,
    reason: step?.reason ?? null,
    error_code: step?.error_code ?? null,
  };
}
