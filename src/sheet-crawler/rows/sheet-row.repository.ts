import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ensureIndexes } from '@tributary/mongo';
import { deleteFenced, type Fence, type UpsertCounts, upsertFenced } from '@tributary/pipeline';
import { type Model, type QueryFilter } from 'mongoose';
import { type ObservedMetrics, type RowSetKey, type ShownRow, type StoredRow } from './stored-row';
import { SheetRowRecord } from './sheet-row.schema';

/** What identifies a stored row and its content without its data. */
export type RowFingerprint = Pick<SheetRowRecord, 'row_id' | 'row_number' | 'content' | 'identity'>;

/** Rows that one command deletes. */
const DELETED_AT_ONCE = 5_000;

/** Rows of sheets in their collection. */
@Injectable()
export class SheetRowRepository {
  constructor(@InjectModel(SheetRowRecord.name) private readonly rows: Model<SheetRowRecord>) {}

  /** Stores rows under a run's fence; doing it twice changes nothing. */
  async upsert(
    fence: Fence,
    { connection_id, generation }: RowSetKey,
    rows: readonly (StoredRow & { readonly facts: ObservedMetrics })[],
    synced_at: Date,
  ): Promise<UpsertCounts> {
    await ensureIndexes(this.rows);
    return upsertFenced(
      this.rows,
      fence,
      rows.map(({ row_id, ...row }) => ({
        key: { connection_id, generation, row_id },
        set: { ...row, synced_at },
      })),
    );
  }

  /** Changes the row numbers of stored rows. */
  async move(
    fence: Fence,
    { connection_id, generation }: RowSetKey,
    moves: readonly Pick<StoredRow, 'row_id' | 'row_number'>[],
  ): Promise<void> {
    await upsertFenced(
      this.rows,
      fence,
      moves.map(({ row_id, row_number }) => ({
        key: { connection_id, generation, row_id },
        set: { row_number },
      })),
    );
  }

  async delete(fence: Fence, rowSet: RowSetKey, rowIds: readonly number[]): Promise<void> {
    for (let at = 0; at < rowIds.length; at += DELETED_AT_ONCE) {
      const some = rowIds.slice(at, at + DELETED_AT_ONCE);
      await deleteFenced(this.rows, fence, { ...rowSet, row_id: { $in: some } });
    }
  }

  /** Deletes the rows of earlier generations. */
  async deleteBefore(fence: Fence, { connection_id, generation }: RowSetKey): Promise<void> {
    await this.deleteWhile(
      { connection_id, generation: { $lt: generation } },
      () => void fence.assertHeld(),
    );
  }

  /**
   * Deletes all rows of a deleted connection; `mayGoOn` is called with the count so far, and may
   * throw.
   */
  async deleteAll(connection_id: string, mayGoOn?: (deleted: number) => void): Promise<void> {
    await this.deleteWhile({ connection_id }, mayGoOn);
  }

  async count(rowSet: RowSetKey): Promise<number> {
    return this.rows.countDocuments(rowSet);
  }

  /** Rows in the order of the sheet. */
  async list(rowSet: RowSetKey, offset: number, limit: number): Promise<ShownRow[]> {
    return this.rows
      .find(rowSet, SHOWN)
      .sort({ row_number: 1, row_id: 1 })
      .skip(offset)
      .limit(limit)
      .lean<ShownRow[]>();
  }

  async findByIds(rowSet: RowSetKey, rowIds: readonly number[]): Promise<Map<number, StoredRow>> {
    const found = await this.rows
      .find({ ...rowSet, row_id: { $in: rowIds } }, SHOWN)
      .lean<StoredRow[]>();
    return new Map(found.map((row) => [row.row_id, row]));
  }

  /** The fingerprints of stored rows in the order of the sheet, as a stream. */
  streamFingerprints(rowSet: RowSetKey): AsyncIterable<RowFingerprint> {
    return this.rows
      .find(rowSet, { _id: 0, row_id: 1, row_number: 1, content: 1, identity: 1 })
      .sort({ row_number: 1 })
      .batchSize(MARKS_AT_ONCE)
      .lean<RowFingerprint>()
      .cursor();
  }

  private async deleteWhile(
    filter: QueryFilter<SheetRowRecord>,
    mayGoOn: (deleted: number) => void = () => undefined,
  ): Promise<void> {
    for (let deleted = 0; ;) {
      mayGoOn(deleted);
      const some = await this.rows
        .find(filter, { _id: 1 })
        .limit(DELETED_AT_ONCE)
        .lean<{ _id: unknown }[]>();
      if (some.length === 0) return;
      await this.rows.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } });
      deleted += some.length;
    }
  }
}

const MARKS_AT_ONCE = 10_000;
const SHOWN = { _id: 0, row_id: 1, row_number: 1, data: 1, raw_data: 1, synced_at: 1 };
