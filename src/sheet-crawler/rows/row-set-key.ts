/** The rows of a connection that have one shape. */
export interface RowSetKey {
  readonly connection_id: string;
  readonly generation: number;
}
