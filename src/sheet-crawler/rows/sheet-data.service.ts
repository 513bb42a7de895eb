import { Injectable } from '@nestjs/common';
import { type MappedRow, RowMapper } from '../mapping/row-mapper';
import { type MappingSuggestion, suggestMapping } from '../mapping/suggest-mapping';
import { type SheetConnection } from '../connections/sheet-connection';
import { type ShownRow } from './stored-row';
import { SheetRowRepository } from './sheet-row.repository';
import { SheetSourceService } from '../connections/sheet-source.service';
import { SheetSyncStateRepository } from '../state/sheet-sync-state.repository';
import { HeadersDrifted, resolveColumns } from '../mapping/resolve-columns';

/** A preview of a sheet as it is now. */
export interface SheetPreview {
  readonly headers: readonly string[];
  readonly rows: readonly MappedRow[];
  readonly totalRows: number;
  /** Whether the rows were counted. */
  readonly isExact: boolean;
}

const MOST_PREVIEWED = 50;
const SAMPLES = 50;
/** Most sheets have fewer rows than this, so one request counts them. */
const COUNTED = 2_000;

/** Shows the rows of a connection: those in its sheet, and those that are stored. */
@Injectable()
export class SheetDataService {
  constructor(
    private readonly source: SheetSourceService,
    private readonly states: SheetSyncStateRepository,
    private readonly rows: SheetRowRepository,
  ) {}

  /** The first rows of the sheet, as they are and as they would be stored. */
  async preview(connection: SheetConnection, rows: number): Promise<SheetPreview> {
    const view = await this.source.lookAt(connection, Math.min(rows, MOST_PREVIEWED), COUNTED);
    const { reading, headers } = view;
    const resolution = resolveColumns(connection, headers, headers.texts);
    if ('drift' in resolution) throw new HeadersDrifted(resolution.drift);
    const { columns } = resolution;
    const { locale, timeZone } = reading.properties;
    const mapper = new RowMapper({
      headers: headers.texts,
      columns,
      context: { locale, timeZone },
    });
    const room = Math.max(0, reading.tab.grid.rows - connection.data_start_row + 1);
    return {
      headers: headers.texts,
      rows: view.rows.map((row) => mapper.map(row)),
      totalRows: reading.knownRows ?? room,
      isExact: reading.knownRows !== undefined,
    };
  }

  /** A mapping suggested by the headers and the first values of the sheet. */
  async suggest(connection: SheetConnection): Promise<MappingSuggestion[]> {
    const { reading, headers, rows } = await this.source.lookAt(connection, SAMPLES);
    const { locale, timeZone } = reading.properties;
    const samples = rows.map(({ cells }) => cells);
    return suggestMapping(headers.texts, samples, { locale, timeZone });
  }

  /** Stored rows of one generation in the order of the sheet, and their total. */
  async list(
    { id: connection_id }: SheetConnection,
    offset: number,
    limit: number,
  ): Promise<[ShownRow[], number]> {
    let generation = await this.shown(connection_id);
    while (generation !== null) {
      const rowSet = { connection_id, generation };
      const [rows, total] = await Promise.all([
        this.rows.list(rowSet, offset, limit),
        this.rows.count(rowSet),
      ]);
      // Rows that were replaced meanwhile may have been deleted while they were read.
      const now = await this.shown(connection_id);
      if (now === generation) return [rows, total];
      generation = now;
    }
    return [[], 0];
  }

  /** The generation of rows that readers see; null when there is none. */
  private async shown(connectionId: string): Promise<number | null> {
    return (await this.states.find(connectionId))?.generation ?? null;
  }
}
