import { DomainError } from '@tributary/common';
import { columnIndex, columnLetters } from '@tributary/google';
import { type ConnectedColumn, type NamedColumn } from './column-mapping';
import { type HeaderDrift, type LostColumn } from './header-drift';
import { type HeaderRow, isSameHeader } from './header-row';
import { likelyRename } from './likely-rename';
import { type ResolvedColumn } from './row-mapper';

/** The columns of a connection as they were mapped. */
export interface MappedColumns {
  readonly column_mappings: readonly ConnectedColumn[];
  readonly key: NamedColumn | null;
}

/** Where the mapped columns of a connection are in a sheet as it is now. */
export type ColumnResolution =
  | { readonly columns: readonly ResolvedColumn[]; readonly keyIndex: number | undefined }
  | { readonly drift: HeaderDrift };

/**
 * Finds the mapped columns by the headers that they had when they were mapped, wherever they are
 * now; those without a header by their letters.
 */
export function resolveColumns(
  { column_mappings, key }: MappedColumns,
  headers: HeaderRow,
  oldHeaders: readonly string[],
): ColumnResolution {
  const wanted: (NamedColumn & { system_field: string | null })[] = [
    ...column_mappings,
    ...(key ? [{ ...key, system_field: null }] : []),
  ];
  const places = wanted.map((column) => placeOf(column, headers));
  const taken = new Set(places.filter((place) => typeof place === 'number'));
  const lost = wanted.flatMap((column, at): LostColumn[] => {
    const place = places[at];
    if (typeof place === 'number' || column.header === null) return [];
    const { header, system_field } = column;
    const index = Math.max(0, oldHeaders.indexOf(header));
    const likely_rename =
      place === undefined ? likelyRename({ header, index }, headers.texts, taken) : null;
    return [{ system_field, header, likely_rename, candidates: (place ?? []).map(columnLetters) }];
  });
  if (lost.length > 0) {
    return { drift: { lost, old_headers: oldHeaders, new_headers: headers.texts } };
  }
  const indexes = places as number[];
  return {
    columns: column_mappings.map((mapping, at) => ({ ...mapping, index: indexes[at] as number })),
    keyIndex: key ? indexes.at(-1) : undefined,
  };
}

/**
 * The index of a column; several when its header occurs more than once, undefined when it is
 * missing.
 */
function placeOf(
  { header, sheet_column }: NamedColumn,
  headers: HeaderRow,
): number | number[] | undefined {
  if (header === null) return columnIndex(sheet_column.trim().toUpperCase());
  const match = headers.find(header);
  if (match.kind === 'ambiguous') return match.indexes;
  // A header that looks like letters is not the column of these letters.
  const isHeader = match.kind === 'found' && isSameHeader(headers.texts[match.index] ?? '', header);
  return isHeader ? match.index : undefined;
}

/** The error of a sheet in which mapped columns are missing. */
export class HeadersDrifted extends DomainError {
  constructor(readonly drift: HeaderDrift) {
    super('HEADER_DRIFT', { detail: driftSentence(drift) });
  }
}

/** The message for the owner about missing columns. */
export function driftSentence({ lost }: HeaderDrift): string {
  const parts = lost.map(({ header, likely_rename, candidates }) => {
    if (candidates.length > 0) {
      return `"${header}" is the header of several columns (${candidates.join(', ')})`;
    }
    const guess = likely_rename === null ? '' : `, most likely renamed to "${likely_rename}"`;
    return `"${header}" is gone${guess}`;
  });
  return `The headers of the sheet have changed, so nothing was written: ${parts.join('; ')}. Fix the mapping of the connection, or the headers of the sheet.`;
}
