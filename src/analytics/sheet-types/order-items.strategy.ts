import { Injectable } from '@nestjs/common';
import { type SheetTotals, SheetTypeStrategy } from './sheet-type.strategy';

/** Sheets with a row for every product of an order. */
@Injectable()
export class OrderItemsStrategy extends SheetTypeStrategy {
  readonly kind = 'order_items';
  override readonly measures = ['quantity', 'line_total'];
  override readonly topFields = ['product_name'];
  override readonly topMeasures = { amount: 'line_total', quantity: 'quantity' };
  override readonly distinctField = 'product_id';
  readonly searchFields = ['order_item_id', 'order_id', 'product_id', 'product_name'];
  readonly sortFields = {
    order_item_id: 'text',
    order_id: 'text',
    product_id: 'text',
    product_name: 'text',
    quantity: 'number',
    unit_price: 'number',
    final_price: 'number',
    line_total: 'number',
  } as const;

  summarize({ sums, distinct }: SheetTotals): Record<string, number> {
    return {
      total_quantity: sums.quantity?.sum ?? 0,
      total_line_total: sums.line_total?.sum ?? 0,
      unique_products: distinct,
    };
  }
}
