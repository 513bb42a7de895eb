/**
 * What a user would choose for the sample spreadsheet: tabs, and the types of their columns. The first
 * column is the key column of its tab.
 */
export const SAMPLE_TABS = {
  Orders: {
    order_id: 'string',
    order_date: 'date',
    platform: 'string',
    customer_id: 'string',
    customer_name: 'string',
    city: 'string',
    order_status: 'string',
    item_count: 'integer',
    subtotal: 'number',
    discount: 'number',
    shipping_fee: 'number',
    total_amount: 'number',
    payment_method: 'string',
    note: 'string',
  },
  Order_Items: {
    order_item_id: 'string',
    order_id: 'string',
    product_id: 'string',
    product_name: 'string',
    quantity: 'integer',
    unit_price: 'number',
    final_price: 'number',
    line_total: 'number',
  },
  Customers: {
    customer_id: 'string',
    customer_name: 'string',
    phone: 'string',
    email: 'string',
    city: 'string',
    address: 'string',
    joined_date: 'date',
    tier: 'string',
  },
  Products: {
    product_id: 'string',
    product_name: 'string',
    category: 'string',
    unit: 'string',
    price: 'number',
    cost: 'number',
    stock: 'integer',
    is_active: 'boolean',
  },
};
