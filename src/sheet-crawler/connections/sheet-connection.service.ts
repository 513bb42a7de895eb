import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { RunService } from '@tributary/pipeline';
import { isDeepStrictEqual } from 'node:util';
import { MappingValidator } from './mapping-validator.service';
import { type ConnectionSettings, type SheetConnection } from './sheet-connection';
import { type SyncState } from '../state/sync-state';
import { type ConnectionChanges, SheetConnectionRepository } from './sheet-connection.repository';
import { type PastedSheet } from './sheet-id';
import { SHEET_DELETION } from './sheet-deletion.kind';
import { SheetTypeRegistry } from './sheet-type-registry';
import { SyncObserver } from '../sync/sync-observer';
import { noSuchTab, SheetSourceService } from './sheet-source.service';
import { SheetSyncService } from '../sync/sheet-sync.service';
import { SheetSyncStateRepository } from '../state/sheet-sync-state.repository';

/** A connection and the state of its sync. */
export interface ConnectionView {
  readonly connection: SheetConnection;
  readonly state: SyncState;
}

/** The settings of a new connection; without a name, the tab is the one of the address. */
export type NewConnectionRequest = PastedSheet &
  Omit<ConnectionSettings, 'sheet_name'> & { readonly sheet_name: string | undefined };

/** What new spreadsheets call their first tab. */
const USUAL_TAB = 'Sheet1';
/** How often an update is repeated because of concurrent changes before it fails. */
const MOST_TRIES = 5;

/** Connections of users to their sheets. */
@Injectable()
export class SheetConnectionService {
  constructor(
    private readonly connections: SheetConnectionRepository,
    private readonly states: SheetSyncStateRepository,
    private readonly source: SheetSourceService,
    private readonly checks: MappingValidator,
    private readonly requests: SheetSyncService,
    private readonly runs: RunService,
    private readonly observer: SyncObserver,
    private readonly types: SheetTypeRegistry,
  ) {}

  /** Connects a tab when it can be read and has the mapped columns, and requests its first sync. */
  async create(userId: string, request: NewConnectionRequest): Promise<ConnectionView> {
    const { sheetId, tabId, sheet_name, ...settings } = request;
    this.refuseUnknownType(settings.sheet_type);
    const name = sheet_name ?? (await this.tabOf(userId, sheetId, tabId));
    const checked = await this.checks.check(userId, sheetId, { ...settings, sheet_name: name });
    const { header_row, data_start_row, sync_enabled, sync_mode, sheet_type } = settings;
    const id = this.connections.newId();
    await this.states.create(id, sheetId);
    const connection = await this.connections.create(id, {
      user_id: userId,
      sheet_id: sheetId,
      header_row,
      data_start_row,
      sync_enabled,
      sync_mode,
      sheet_type,
      ...checked,
    });
    if (sync_enabled) await this.requests.request(connection);
    return this.viewed(connection);
  }

  /** A user's connections, oldest first. */
  async list(userId: string, offset: number, limit: number): Promise<ConnectionView[]> {
    const connections = await this.connections.list(userId, offset, limit);
    const states = await this.states.findMany(connections.map(({ id }) => id));
    return connections.flatMap((connection) => {
      const state = states.get(connection.id);
      return state ? [{ connection, state }] : [];
    });
  }

  async get(userId: string, id: string): Promise<ConnectionView> {
    return this.viewed(await this.getOwned(userId, id));
  }

  /** A user's connection; NOT_FOUND when there is none, or it is another's. */
  async getOwned(userId: string, id: string): Promise<SheetConnection> {
    const connection = await this.connections.find(userId, id);
    if (!connection) throw notFound();
    return connection;
  }

  /**
   * Changes the given settings only. Rows of a new generation are written by a sync from the start.
   * When the settings were changed concurrently, they are checked again.
   */
  async update(
    userId: string,
    id: string,
    changes: Partial<ConnectionSettings>,
  ): Promise<ConnectionView> {
    if (changes.sheet_type !== undefined) this.refuseUnknownType(changes.sheet_type);
    const { sync_enabled, ...settings } = changes;
    const enabling = sync_enabled === undefined ? {} : { sync_enabled };
    if (Object.keys(settings).length === 0) {
      const updated = await this.connections.setEnabled(userId, id, enabling);
      if (!updated) throw notFound();
      return this.viewed(updated);
    }
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const connection = await this.getOwned(userId, id);
      const { changed, bumpsGeneration } = await this.compared(connection, settings);
      const next = { ...changed, ...enabling };
      const updated = await this.connections.update(connection, next, bumpsGeneration);
      if (!updated) continue;
      if (bumpsGeneration) await this.observer.changed(id);
      if (bumpsGeneration && updated.sync_enabled) await this.requests.requestAfterChange(updated);
      return this.viewed(updated);
    }
    throw new DomainError('CONCURRENT_CHANGE');
  }

  /**
   * Deletes a connection: it is not found any more, and a run deletes what belongs to it. The run
   * is created first, and marks the connection too, so that a request which dies half-way is
   * completed.
   */
  async delete(userId: string, id: string): Promise<void> {
    await this.getOwned(userId, id);
    const request = { subject: id, owner: userId, payload: {} };
    const { created } = await this.runs.trigger(SHEET_DELETION, request);
    const isMarkedHere = await this.connections.markDeleted(id);
    // The new run may have been quicker; where a run existed before, another request deleted it.
    if (!isMarkedHere && !created) throw notFound();
    await this.observer.changed(id);
  }

  private refuseUnknownType(type: string | null): void {
    const { names } = this.types;
    if (type === null || names.includes(type)) return;
    const msg = `There is no sheet type "${type}". Choose one of ${names.join(', ')}, or leave it out.`;
    const detail = [{ loc: ['body', 'sheet_type'], msg, type: 'no_such_type' }];
    throw new DomainError('VALIDATION_FAILED', { detail });
  }

  /**
   * The changes that give a connection these settings, and whether they need a new generation of
   * rows.
   */
  private async compared(
    connection: SheetConnection,
    settings: Partial<ConnectionSettings>,
  ): Promise<{ changed: ConnectionChanges; bumpsGeneration: boolean }> {
    const wanted = { ...connection, ...withoutKey(settings), ...settings };
    const checked = await this.checks.check(connection.user_id, connection.sheet_id, wanted);
    const { header_row, data_start_row, sync_mode, sheet_type } = wanted;
    const next = { ...checked, header_row, data_start_row, sync_mode, sheet_type };
    const differs = (field: keyof typeof next): boolean =>
      !isDeepStrictEqual(next[field], connection[field]);
    const changed = Object.entries(next).filter(([field]) => differs(field as keyof typeof next));
    const bumpsGeneration =
      SHAPE.some(differs) || this.types.typeOf(next) !== this.types.typeOf(connection);
    return { changed: Object.fromEntries(changed), bumpsGeneration };
  }

  private async viewed(connection: SheetConnection): Promise<ConnectionView> {
    const state = await this.states.find(connection.id);
    if (!state) throw notFound();
    return { connection, state };
  }

  /** The tab that an address points at, or the one that new spreadsheets have. */
  private async tabOf(userId: string, sheetId: string, tabId: number | undefined): Promise<string> {
    if (tabId === undefined) return USUAL_TAB;
    const { metadata } = await this.source.metadata(userId, sheetId);
    const tab = metadata.tabs.find(({ id }) => id === tabId);
    if (!tab) throw noSuchTab(`gid=${tabId}`, metadata, ['body', 'sheet_id']);
    return tab.title;
  }
}

/** What decides which rows are stored, and what they look like. */
const SHAPE = [
  'tab_id',
  'column_mappings',
  'header_row',
  'data_start_row',
  'sync_mode',
  'key',
] as const;

/** In append mode, the key column is not used. */
function withoutKey({ sync_mode }: Partial<ConnectionSettings>): Partial<ConnectionSettings> {
  return sync_mode === 'append' ? { key_column: null } : {};
}

function notFound(): DomainError {
  return new DomainError('NOT_FOUND', { detail: 'Connection not found' });
}
