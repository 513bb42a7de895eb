import { FIRST_DAY, LAST_DAY, QUARTER, SOUGHT } from './orders';
import { type SeedPipelines } from './seed';

/** A request to analytics, and what the seed does to answer it. */
export interface BenchQuestion {
  readonly name: string;
  readonly path: string;
  /** Whether roll-ups are all that it takes. */
  readonly isRolledUp: boolean;
  readonly seed: (pipelines: SeedPipelines) => Promise<unknown>;
}

/** What a dashboard asks. */
export const QUESTIONS: readonly BenchQuestion[] = [
  {
    name: 'summary',
    path: 'summary',
    isRolledUp: true,
    seed: (pipelines) => pipelines.summary(),
  },
  {
    name: 'summary of a quarter',
    path: `summary?date_from=${QUARTER.from}&date_to=${QUARTER.to}`,
    isRolledUp: true,
    seed: (pipelines) => pipelines.summaryOfQuarter(),
  },
  {
    name: 'time series by day',
    path: `time-series?date_from=${FIRST_DAY}&date_to=${LAST_DAY}&granularity=day`,
    isRolledUp: true,
    seed: (pipelines) => pipelines.timeSeries(),
  },
  {
    name: 'distribution of platforms',
    path: 'distribution/platform',
    isRolledUp: true,
    seed: (pipelines) => pipelines.distribution('platform'),
  },
  {
    name: 'top platforms',
    path: 'top/platform',
    isRolledUp: true,
    seed: (pipelines) => pipelines.top('platform', 10),
  },
  {
    name: 'data, first page',
    path: 'data?page=1&page_size=20',
    isRolledUp: false,
    seed: (pipelines) => pipelines.data('row_number'),
  },
  {
    name: 'data, sorted by amount',
    path: 'data?page=1&page_size=20&sort_by=total_amount',
    isRolledUp: false,
    seed: (pipelines) => pipelines.data('data.total_amount'),
  },
  {
    name: 'data, searched',
    path: `data?page=1&page_size=20&search=${SOUGHT}`,
    isRolledUp: false,
    seed: (pipelines) => pipelines.search(),
  },
];
