/** Which columns of a sheet are stored, and as what. */
export type Mapping = readonly {
  readonly system_field: string;
  readonly sheet_column: string;
  readonly data_type: string;
  readonly required?: boolean;
}[];

/** What a shop would want of the sheets of the benchmark: eight of their ten columns, typed. */
export const MAPPING = [
  { system_field: 'order_id', sheet_column: 'Order', data_type: 'string', required: true },
  { system_field: 'ordered_at', sheet_column: 'Ordered at', data_type: 'date' },
  { system_field: 'quantity', sheet_column: 'Quantity', data_type: 'integer' },
  { system_field: 'price', sheet_column: 'Price', data_type: 'number' },
  { system_field: 'total', sheet_column: 'Total', data_type: 'number' },
  { system_field: 'branch', sheet_column: 'Branch', data_type: 'string' },
  { system_field: 'product', sheet_column: 'Product', data_type: 'string' },
  { system_field: 'is_paid', sheet_column: 'Paid', data_type: 'boolean' },
] as const satisfies Mapping;
