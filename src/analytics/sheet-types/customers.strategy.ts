import { Injectable } from '@nestjs/common';
import { type SheetTotals, SheetTypeStrategy } from './sheet-type.strategy';

/** Sheets with a row for every customer. */
@Injectable()
export class CustomersStrategy extends SheetTypeStrategy {
  readonly kind = 'customers';
  readonly searchFields = ['customer_id', 'customer_name', 'phone'];
  readonly sortFields = { customer_id: 'text', customer_name: 'text', phone: 'text' } as const;

  summarize({ rows }: SheetTotals): Record<string, number> {
    return { total_count: rows };
  }
}
