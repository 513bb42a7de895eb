import { Injectable } from '@nestjs/common';
import { type SheetTotals, SheetTypeStrategy } from './sheet-type.strategy';

/** Sheets with a row for every order. */
@Injectable()
export class OrdersStrategy extends SheetTypeStrategy {
  readonly kind = 'orders';
  override readonly dateField = 'order_date';
  override readonly measures = ['total_amount'];
  override readonly seriesMeasure = 'total_amount';
  override readonly distributionFields = ['platform', 'order_status'];
  override readonly topFields = ['platform'];
  override readonly topMeasures = { amount: 'total_amount' };
  readonly searchFields = ['order_id', 'platform', 'order_status', 'customer_id'];
  readonly sortFields = {
    order_id: 'text',
    platform: 'text',
    order_status: 'text',
    order_date: 'date',
    subtotal: 'number',
    total_amount: 'number',
  } as const;

  summarize({ rows, sums }: SheetTotals): Record<string, number> {
    const { sum = 0, count = 0 } = sums.total_amount ?? {};
    return { total_count: rows, total_amount: sum, avg_amount: count === 0 ? 0 : sum / count };
  }
}
