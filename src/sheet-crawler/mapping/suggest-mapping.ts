import { type Cell, columnLetters, EMPTY_CELL } from '@tributary/google';
import { type ColumnMapping, type DataType } from './column-mapping';
import { ColumnSamples } from './column-samples';
import { CellConverter, type SheetContext } from './convert-cell';
import { type HeaderMeaning, headerMeanings } from './header-meaning';
import { HeaderRow } from './header-row';
import { ownFieldName } from './own-field-name';
import { SYSTEM_FIELDS, type SystemField } from './system-fields';

/** A suggestion of what a column may be. */
export interface MappingSuggestion extends ColumnMapping {
  /** From 0 to 1, with two decimals. */
  confidence: number;
}

interface Column {
  readonly index: number;
  readonly header: string;
  /** How a mapping has to call it. */
  readonly sheetColumn: string;
  readonly samples: ColumnSamples;
}

interface Candidate extends HeaderMeaning {
  readonly column: Column;
}

const MOST_SAMPLES = 200;
const OWN_FIELD = 0.2;
/** The confidence of a column without a header, which rests on its values alone. */
const NAMELESS = 0.5;
/** The part of a confidence that the values decide. */
const WEIGHT_OF_SAMPLES = 0.6;
/** Less than that is no better than a field of its own. */
const LEAST_CONFIDENCE = 0.25;

/**
 * Proposes a mapping for a table by its headers, in English or Vietnamese, and by some of its rows.
 * Every field is proposed once, for the column that fits best; a header that says nothing known
 * becomes a field of its own.
 */
export function suggestMapping(
  headers: readonly string[],
  samples: readonly (readonly Cell[])[],
  context: SheetContext,
): MappingSuggestion[] {
  const columns = readColumns(headers, samples, new CellConverter(context));
  const chosen = assign(columns.flatMap(candidates));
  const used = new Set([...chosen.values()].map(({ field }) => field.name));
  const suggestions = columns.flatMap((column): MappingSuggestion[] => {
    const choice = chosen.get(column.index);
    if (choice) return [suggestion(column, choice.field.name, choice)];
    if (column.header.trim() === '') return [];
    const name = ownFieldName(column.header, column.index, used);
    used.add(name);
    return [suggestion(column, name)];
  });
  return requireIdentity(suggestions, columns);
}

function readColumns(
  headers: readonly string[],
  samples: readonly (readonly Cell[])[],
  converter: CellConverter,
): Column[] {
  const rows = samples.slice(0, MOST_SAMPLES);
  const width = rows.reduce((most, row) => Math.max(most, row.length), headers.length);
  const row = new HeaderRow(headers);
  return Array.from({ length: width }, (_, index) => index).flatMap((index) => {
    const header = headers[index] ?? '';
    const sheetColumn = [header, columnLetters(index)].find((name) => isAt(row, name, index));
    if (sheetColumn === undefined) return [];
    const cells = rows.map((cells) => cells[index] ?? EMPTY_CELL);
    return [{ index, header, sheetColumn, samples: new ColumnSamples(cells, converter) }];
  });
}

/** A header can be missed by its own name, and letters can be the header of another column. */
function isAt(row: HeaderRow, name: string, index: number): boolean {
  const match = row.find(name);
  return match.kind === 'found' && match.index === index;
}

function candidates(column: Column): Candidate[] {
  return meaningsOf(column)
    .map(({ field, score }) => ({ column, field, score: score * trust(column, field) }))
    .filter(({ score }) => score >= LEAST_CONFIDENCE);
}

/** Candidates by the header; without one, only an email address or a phone number is telling. */
function meaningsOf({ header, samples }: Column): HeaderMeaning[] {
  if (header.trim() !== '') return headerMeanings(header);
  return SYSTEM_FIELDS.filter(
    ({ look }) => (look === 'email' || look === 'phone') && samples.fit(look) === 1,
  ).map((field) => ({ field, score: NAMELESS }));
}

function trust({ samples }: Column, { look }: SystemField): number {
  return 1 - WEIGHT_OF_SAMPLES * (1 - (samples.fit(look) ?? 1));
}

function assign(all: readonly Candidate[]): ReadonlyMap<number, Candidate> {
  const chosen = new Map<number, Candidate>();
  const fields = new Set<SystemField>();
  const bestFirst = all.toSorted(
    (one, other) => other.score - one.score || one.column.index - other.column.index,
  );
  for (const candidate of bestFirst) {
    if (chosen.has(candidate.column.index) || fields.has(candidate.field)) continue;
    chosen.set(candidate.column.index, candidate);
    fields.add(candidate.field);
  }
  return chosen;
}

function suggestion(column: Column, name: string, choice?: Candidate): MappingSuggestion {
  const dataType: DataType = choice
    ? column.samples.typeFor(choice.field.dataType)
    : column.samples.ownType();
  return {
    system_field: name,
    sheet_column: column.sheetColumn,
    data_type: dataType,
    required: false,
    confidence: Math.round((choice?.score ?? OWN_FIELD) * 100) / 100,
  };
}

/** A row without an id cannot be identified: the first id is required. */
function requireIdentity(
  suggestions: readonly MappingSuggestion[],
  columns: readonly Column[],
): MappingSuggestion[] {
  const ids = new Set(SYSTEM_FIELDS.filter(({ look }) => look === 'id').map(({ name }) => name));
  const gapless = new Set(
    columns.filter(({ samples }) => !samples.gaps).map(({ sheetColumn }) => sheetColumn),
  );
  const identity = suggestions.find(
    ({ system_field, sheet_column }) => ids.has(system_field) && gapless.has(sheet_column),
  );
  return suggestions.map((one) => ({ ...one, required: one === identity }));
}
