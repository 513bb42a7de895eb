import { type SyncState } from '../state/sync-state';
import { isDue } from './is-due';
import '@tributary/google';
import '../sync/sheet-sync.errors';

const NOW = new Date('2026-11-18T10:00:00Z');
const AUDIT_MS = 1_800_000;
const ago = (ms: number) => new Date(NOW.getTime() - ms);

const SYNCED: SyncState = {
  connection_id: 'c',
  status: 'success',
  error_code: null,
  error_message: null,
  drift: null,
  last_synced_row: 10,
  last_sync_time: ago(60_000),
  total_rows_synced: 9,
  generation: 1,
  building: 1,
  headers: [],
  report: null,
  last_read_at: ago(60_000),
  drive_modified_time: ago(120_000),
  read_modified_time: ago(120_000),
};

const due = (changes: Partial<SyncState> = {}, knowsChanges = true, generation = 1) =>
  isDue({ generation }, { ...SYNCED, ...changes }, { now: NOW, knowsChanges, auditMs: AUDIT_MS });

describe('whether a connection has to be read', () => {
  it('is not so when Drive told of all changes, and of none here', () => {
    expect(due()).toBe(false);
    expect(due({ drive_modified_time: null, read_modified_time: null })).toBe(false);
  });

  it('is so when Drive does not tell', () => {
    expect(due({}, false)).toBe(true);
  });

  it('is so when Drive told of a change since the last sync', () => {
    expect(due({ drive_modified_time: ago(1_000) })).toBe(true);
    expect(due({ read_modified_time: null })).toBe(true);
  });

  it('is so at an audit, and not before', () => {
    expect(due({ last_read_at: ago(AUDIT_MS) })).toBe(true);
    expect(due({ last_read_at: ago(AUDIT_MS - 1) })).toBe(false);
  });

  it('is so when it was never read, or rows are to have another shape', () => {
    expect(due({ last_read_at: null })).toBe(true);
    expect(due({}, true, 2)).toBe(true);
  });

  it('is so after a failure that may pass, and not after one that its owner has to mend', () => {
    expect(due({ status: 'failed', error_code: 'TIMEOUT' })).toBe(true);
    expect(due({ status: 'failed', error_code: null })).toBe(true);
    expect(due({ status: 'failed', error_code: 'HEADER_DRIFT' })).toBe(false);
    expect(due({ status: 'failed', error_code: 'SHEET_NOT_SHARED' }, false)).toBe(false);
  });

  it('is so after a failure once something happened to the sheet, and at an audit', () => {
    const failed = { status: 'failed', error_code: 'HEADER_DRIFT' } as const;
    expect(due({ ...failed, drive_modified_time: ago(1_000) })).toBe(true);
    expect(due({ ...failed, last_read_at: ago(AUDIT_MS) })).toBe(true);
  });

  it.each(['pending', 'syncing'] as const)('is so while it is %s', (status) => {
    expect(due({ status })).toBe(true);
  });
});
