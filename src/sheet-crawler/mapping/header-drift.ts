/** A mapped column that cannot be found any more. */
export interface LostColumn {
  /** The field that it fills; null for the key column. */
  readonly system_field: string | null;
  readonly header: string;
  /** The header that it was most likely renamed to. */
  readonly likely_rename: string | null;
  /** The columns that bear the header now, when there is more than one. */
  readonly candidates: readonly string[];
}

/** How the headers of a sheet differ from those that its mapping was made for. */
export interface HeaderDrift {
  readonly lost: readonly LostColumn[];
  readonly old_headers: readonly string[];
  readonly new_headers: readonly string[];
}
