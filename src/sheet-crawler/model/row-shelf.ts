/** The rows of a connection that have one shape. */
export interface RowShelf {
  readonly connection_id: string;
  readonly generation: number;
}
