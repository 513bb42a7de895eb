import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { readCursor } from '@tributary/mongo';
import { type Model, type PipelineStage, type QueryFilter } from 'mongoose';
import { type RowSetKey, type ShownRow } from './stored-row';
import { SheetRowRecord } from './sheet-row.schema';

/** Conditions on rows, as a store query. */
export type RowCondition = Readonly<Record<string, unknown>>;

/** Some of the rows, in an order. */
export interface RowQuery {
  readonly match: RowCondition;
  readonly sort: Readonly<Record<string, 1 | -1>>;
}

/** Queries that take longer than this are aborted. */
const DEADLINE_MS = 25_000;
const STREAMED_AT_ONCE = 500;
const SHOWN = { _id: 0, row_id: 1, row_number: 1, data: 1, raw_data: 1, synced_at: 1 };

/** Queries over the rows of one connection and generation. */
@Injectable()
export class SheetRowQueryRepository {
  constructor(@InjectModel(SheetRowRecord.name) private readonly rows: Model<SheetRowRecord>) {}

  /** The result of an aggregation over matching rows, as a stream. */
  aggregate<T>(
    rowSet: RowSetKey,
    match: RowCondition,
    stages: readonly object[],
    deadlineMs = DEADLINE_MS,
  ): AsyncIterable<T> {
    const pipeline = [{ $match: within(rowSet, match) }, ...(stages as PipelineStage[])];
    const cursor = this.rows
      .aggregate<T>(pipeline)
      .option({ maxTimeMS: deadlineMs, allowDiskUse: true })
      .cursor<T>({ batchSize: STREAMED_AT_ONCE });
    return readCursor<T>(cursor);
  }

  async count(rowSet: RowSetKey, match: RowCondition): Promise<number> {
    return this.rows.countDocuments(within(rowSet, match)).maxTimeMS(DEADLINE_MS);
  }

  async find(
    rowSet: RowSetKey,
    { match, sort }: RowQuery,
    offset: number,
    limit: number,
  ): Promise<ShownRow[]> {
    return this.rows
      .find(within(rowSet, match), SHOWN)
      .sort(sort)
      .skip(offset)
      .limit(limit)
      .allowDiskUse(true)
      .maxTimeMS(DEADLINE_MS)
      .lean<ShownRow[]>();
  }

  /** All of them, as a stream. */
  stream(rowSet: RowSetKey, { match, sort }: RowQuery): AsyncIterable<ShownRow> {
    const cursor = this.rows
      .find(within(rowSet, match), SHOWN)
      .sort(sort)
      .allowDiskUse(true)
      .batchSize(STREAMED_AT_ONCE)
      .lean<ShownRow>()
      .cursor();
    return readCursor<ShownRow>(cursor);
  }

  /** The distinct values of a metric, for rows with these ids. */
  async distinctMetric(
    rowSet: RowSetKey,
    rowIds: readonly number[],
    metric: string,
  ): Promise<unknown[]> {
    const found = await this.rows.collection
      .find(
        {
          connection_id: rowSet.connection_id,
          generation: rowSet.generation,
          row_id: { $in: rowIds },
        },
        { projection: { _id: 0, [`facts.${metric}`]: 1 } },
      )
      .toArray();
    return [...new Set(found.map((row) => (row.facts as Record<string, unknown>)?.[metric]))];
  }

  /** Whether there is any row. */
  async exists(rowSet: RowSetKey): Promise<boolean> {
    return (await this.rows.exists(within(rowSet, {}))) !== null;
  }
}

function within(rowSet: RowSetKey, match: RowCondition): QueryFilter<SheetRowRecord> {
  const { connection_id, generation } = rowSet;
  return { ...match, connection_id, generation };
}
