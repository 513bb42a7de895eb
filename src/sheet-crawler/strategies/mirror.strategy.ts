import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { vanishingProblem } from '../mirror/deletion-guard';
import { MirrorDiff } from '../mirror/mirror-diff';
import { fromText, toText } from '../mirror/row-hash';
import { RowSpool } from '../mirror/row-spool';
import { StoredRows } from '../mirror/stored-rows';
import { type StoredRow } from '../model/stored-row';
import { MirrorPlan, type PlannedRow } from '../sync/mirror-plan';
import { type RowHashes, rowHashes } from '../sync/row-hashes';
import { type OpenSheet, type SyncPass } from '../sync/sync-pass';
import { type SyncOptions, type SyncStrategy } from './sync-strategy';

/** Does to the stored rows what was done to the sheet: edits, deletions and other orders as well. */
@Injectable()
export class MirrorStrategy implements SyncStrategy {
  readonly kind = 'mirror';

  async sync(pass: SyncPass, options: SyncOptions): Promise<void> {
    const stored = await storedRowsOf(pass);
    const sheet = await pass.open(pass.connection.data_start_row, false);
    if (stored.size === 0) return fill(pass, sheet);
    const spool = await RowSpool.open<PlannedRow>();
    try {
      const plan = await planOf(pass, sheet, stored, spool);
      const problem = vanishingProblem({
        stored: stored.size,
        vanishing: plan.vanishing,
        read: plan.read,
        share: options.deleteLimit,
      });
      if (problem !== undefined && !options.acceptDeletions) {
        throw new DomainError('ROWS_WOULD_VANISH', { detail: problem });
      }
      await plan.carryOut(pass, sheet.desk);
    } finally {
      await spool.close();
    }
  }
}

async function storedRowsOf(pass: SyncPass): Promise<StoredRows> {
  const stored = new StoredRows();
  for await (const { row_id, row_number, content = '', identity = '' } of pass.marks()) {
    stored.add({
      rowId: row_id,
      rowNumber: row_number,
      content: fromText(content),
      identity: fromText(identity),
    });
  }
  return stored;
}

/** Nothing is stored, so nothing has to be compared: rows are stored while they are read. */
async function fill(pass: SyncPass, { desk, chunks, keyIndex, total }: OpenSheet): Promise<void> {
  let last_synced_row = 0;
  let total_rows_synced = 0;
  let done = 0;
  for await (const rows of chunks) {
    const { inserted, changed } = await pass.store(
      rows.flatMap((row): StoredRow[] => {
        const mapped = desk.accept(row);
        if (!mapped) return [];
        const { number } = row;
        const { data, raw: raw_data } = mapped;
        const hashes = asStored(rowHashes(row, keyIndex));
        return [{ row_id: number, row_number: number, data, raw_data, ...hashes }];
      }),
    );
    const report = desk.hand();
    report.counts.rows_inserted += inserted;
    report.counts.rows_updated += changed;
    last_synced_row = rows.at(-1)?.number ?? last_synced_row;
    total_rows_synced += report.counts.rows_written;
    await pass.advance({ last_synced_row, total_rows_synced }, report);
    done += rows.length;
    pass.tell(done, total);
  }
  await pass.advance({ last_synced_row, total_rows_synced }, desk.hand());
}

/** Goes through the whole sheet and finds what has to be written; nothing is written yet. */
async function planOf(
  pass: SyncPass,
  { desk, chunks, keyIndex, total }: OpenSheet,
  stored: StoredRows,
  spool: RowSpool<PlannedRow>,
): Promise<MirrorPlan> {
  const diff = new MirrorDiff(stored, { hasKey: keyIndex !== undefined });
  const plan = new MirrorPlan(spool, stored.maxRowId);
  for await (const rows of chunks) {
    const written: PlannedRow[] = [];
    for (const row of rows) {
      const hashes = rowHashes(row, keyIndex);
      const sight = diff.see({ rowNumber: row.number, ...hashes });
      if (sight.kind === 'same' || sight.kind === 'moved') {
        desk.pass();
        if (sight.kind === 'moved') plan.move(sight.rowId, row.number);
        continue;
      }
      const mapped = desk.accept(row);
      if (mapped) {
        const { data, raw: raw_data } = mapped;
        written.push({
          sight,
          row: { row_number: row.number, data, raw_data, ...asStored(hashes) },
        });
      } else plan.skip(sight);
    }
    await spool.push(written);
    plan.seen(rows);
    pass.tell(plan.read, total, 'comparing');
  }
  plan.finish(diff.finish());
  return plan;
}

function asStored({ content, identity }: RowHashes): { content: string; identity: string } {
  return { content: toText(content), identity: toText(identity) };
}
