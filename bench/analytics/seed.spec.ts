import { type Collection, type Document } from 'mongodb';
import { SeedPipelines } from './seed';

const CONNECTION = 'connection';

/** Remembers what is asked for, and has nothing. */
class Asked {
  readonly pipelines: Document[][] = [];
  readonly filters: Document[] = [];

  aggregate(pipeline: Document[]): object {
    this.pipelines.push(pipeline);
    return { toArray: () => Promise.resolve([]) };
  }

  countDocuments(filter: Document): Promise<number> {
    this.filters.push(filter);
    return Promise.resolve(0);
  }

  find(filter: Document): object {
    this.filters.push(filter);
    const cursor = { sort: () => cursor, limit: () => cursor, toArray: () => Promise.resolve([]) };
    return cursor;
  }
}

describe('SeedPipelines', () => {
  let asked: Asked;
  let seed: SeedPipelines;

  beforeEach(() => {
    asked = new Asked();
    seed = new SeedPipelines(asked as unknown as Collection, CONNECTION);
  });

  it('asks for the rows of one connection, whatever the question', async () => {
    await seed.summary();
    await seed.summaryOfQuarter();
    await seed.timeSeries();
    await seed.distribution('platform');
    await seed.top('platform', 10);
    expect(asked.pipelines).toHaveLength(5);
    for (const [first] of asked.pipelines) {
      expect(first).toMatchObject({ $match: { connection_id: CONNECTION } });
    }
  });

  it('takes the days of the shop for a quarter', async () => {
    await seed.summaryOfQuarter();
    expect(asked.pipelines[0]?.[0]).toMatchObject({
      $match: {
        'data.order_date': {
          $gte: new Date('2025-09-30T17:00:00Z'),
          $lt: new Date('2025-12-31T17:00:00Z'),
        },
      },
    });
  });

  it('counts and reads what a search finds', async () => {
    await seed.search();
    expect(asked.filters).toHaveLength(2);
    expect(asked.filters[0]).toEqual(asked.filters[1]);
    expect((asked.filters[0]!.$or as Document[]).map((field) => Object.keys(field)[0])).toEqual([
      'data.order_id',
      'data.platform',
      'data.order_status',
      'data.customer_id',
    ]);
  });
});
