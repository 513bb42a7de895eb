import { CustomersStrategy } from './customers.strategy';
import { OrderItemsStrategy } from './order-items.strategy';
import { OrdersStrategy } from './orders.strategy';
import { ProductsStrategy } from './products.strategy';

/** Every type of sheet; a new one is a file and a line here. */
export const SHEET_TYPE_STRATEGIES = [
  OrdersStrategy,
  OrderItemsStrategy,
  CustomersStrategy,
  ProductsStrategy,
];
