import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { excessiveDeletionMessage } from '../deletion-guard';
import { RowIngestor } from '../row-ingestor';
import { type SheetInReading } from '../sheet-reader';
import { MirrorDiff } from './mirror-diff';
import { fromText, toText } from './text-hash';
import { RowSpool } from './row-spool';
import { FingerprintTable } from './fingerprint-table';
import { MirrorPlan, type PlannedRow } from './mirror-plan';
import { RowHasher, type RowHashes } from './row-hasher';
import { writeIncrementally } from '../write-incrementally';
import { type SyncSession } from '../sync-session';
import { type SyncOptions, type SyncStrategy } from '../sync-strategy';

/** Mirrors the sheet: applies edits, deletions and reorderings to the stored rows. */
@Injectable()
export class MirrorStrategy implements SyncStrategy {
  readonly kind = 'mirror';

  async sync(session: SyncSession, options: SyncOptions): Promise<void> {
    const stored = await storedRowsOf(session);
    const sheet = await session.open(session.connection.data_start_row, false);
    if (stored.size === 0) return fill(session, sheet);
    const spool = await RowSpool.open<PlannedRow>();
    try {
      const ingestor = new RowIngestor(sheet.mapper);
      const plan = await planOf(session, sheet, ingestor, stored, spool);
      const problem = excessiveDeletionMessage({
        stored: stored.size,
        vanishing: plan.vanishing,
        read: plan.read,
        share: options.deleteLimit,
      });
      if (problem !== undefined && !options.acceptDeletions) {
        throw new DomainError('ROWS_WOULD_VANISH', { detail: problem });
      }
      await plan.apply(session, ingestor);
    } finally {
      await spool.close();
    }
  }
}

async function storedRowsOf(session: SyncSession): Promise<FingerprintTable> {
  const stored = new FingerprintTable();
  for await (const {
    row_id,
    row_number,
    content = '',
    identity = '',
  } of session.writer.streamFingerprints()) {
    stored.add({
      rowId: row_id,
      rowNumber: row_number,
      content: fromText(content),
      identity: fromText(identity),
    });
  }
  return stored;
}

/** Nothing is stored yet, so rows are stored while they are read, without a comparison. */
function fill(session: SyncSession, sheet: SheetInReading): Promise<void> {
  const hasher = new RowHasher(sheet.headers, sheet.keyIndex);
  const nothing = { last_synced_row: 0, total_rows_synced: 0 };
  return writeIncrementally(session, sheet, nothing, (row, { data, raw: raw_data }) => ({
    row_id: row.number,
    row_number: row.number,
    data,
    raw_data,
    ...asStored(hasher.of(row)),
  }));
}

/** Reads the whole sheet and computes what has to be written; nothing is written yet. */
async function planOf(
  session: SyncSession,
  { headers, keyIndex, chunks, total }: SheetInReading,
  ingestor: RowIngestor,
  stored: FingerprintTable,
  spool: RowSpool<PlannedRow>,
): Promise<MirrorPlan> {
  const diff = new MirrorDiff(stored, { hasKey: keyIndex !== undefined });
  const hasher = new RowHasher(headers, keyIndex);
  const plan = new MirrorPlan(spool, stored.maxRowId);
  for await (const rows of chunks) {
    const written: PlannedRow[] = [];
    for (const row of rows) {
      const hashes = hasher.of(row);
      const match = diff.match({ rowNumber: row.number, ...hashes });
      if (match.kind === 'same' || match.kind === 'moved') {
        ingestor.countUnchanged();
        if (match.kind === 'moved') plan.move(match.rowId, row.number);
        continue;
      }
      const mapped = ingestor.map(row);
      if (mapped) {
        const { data, raw: raw_data } = mapped;
        written.push({
          match,
          row: { row_number: row.number, data, raw_data, ...asStored(hashes) },
        });
      } else if (match.kind === 'new') diff.ignore(match.pendingIndex);
      else plan.skip(match.rowId);
    }
    await spool.push(written);
    plan.seen(rows);
    session.reportProgress(plan.read, total, 'comparing');
  }
  plan.finish(diff.finish());
  return plan;
}

function asStored({ content, identity }: RowHashes): { content: string; identity: string } {
  return { content: toText(content), identity: toText(identity) };
}
