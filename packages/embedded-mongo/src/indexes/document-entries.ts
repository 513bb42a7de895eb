/** What a document contributes to an index. */
export interface DocumentEntries {
  /** Keys without record numbers, each once. */
  readonly keys: readonly Buffer[];
  /** Values beside the keys; only a text index has them. */
  readonly values?: readonly Buffer[];
  /** Paths on which an array was met, when there were any. */
  readonly arrayPaths?: ReadonlySet<string>;
  /** A key was too long and was cut. */
  readonly hasLongKeys?: boolean;
}
