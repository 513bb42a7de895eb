/** What a column can be read as. */
export const DATA_TYPES = ['string', 'number', 'integer', 'date', 'boolean'] as const;

/** One of {@link DATA_TYPES}. */
export type DataType = (typeof DATA_TYPES)[number];

/** Which column of a sheet fills which field of a document. */
export interface ColumnMapping {
  system_field: string;
  /** A header, or the letters of a column. */
  sheet_column: string;
  data_type: DataType;
  /** Whether rows without a value here are skipped. */
  required: boolean;
}

/** What a field of a document can hold. */
export type FieldValue = string | number | boolean | Date | null;

/** A column as its owner named it, and the header that it had then: columns may move. */
export interface NamedColumn {
  readonly sheet_column: string;
  /** Null for a column without a header, which is found by its letters alone. */
  readonly header: string | null;
}

/** A mapping as it is stored. */
export type ConnectedColumn = ColumnMapping & NamedColumn;
