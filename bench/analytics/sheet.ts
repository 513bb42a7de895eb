/** A sheet of orders that is synced; above them is a row with headers. */
export const SHEET = { id: 'orders', tab: 'Orders', rows: 100_000 } as const;

/** Its columns by the names that analytics know. */
export const MAPPING = [
  { system_field: 'order_id', sheet_column: 'Order', data_type: 'string', required: true },
  { system_field: 'order_date', sheet_column: 'Ordered at', data_type: 'date' },
  { system_field: 'platform', sheet_column: 'Platform', data_type: 'string' },
  { system_field: 'order_status', sheet_column: 'Status', data_type: 'string' },
  { system_field: 'customer_id', sheet_column: 'Customer', data_type: 'string' },
  { system_field: 'subtotal', sheet_column: 'Subtotal', data_type: 'number' },
  { system_field: 'total_amount', sheet_column: 'Total', data_type: 'number' },
] as const;
