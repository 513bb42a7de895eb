import { Injectable } from '@nestjs/common';
import { type SheetTotals, SheetTypeStrategy } from './sheet-type.strategy';

/** Sheets with a row for every product. */
@Injectable()
export class ProductsStrategy extends SheetTypeStrategy {
  readonly kind = 'products';
  readonly searchFields = ['product_id', 'product_name'];
  readonly sortFields = { product_id: 'text', product_name: 'text' } as const;

  summarize({ rows }: SheetTotals): Record<string, number> {
    return { total_count: rows };
  }
}
