import { type FactoryProvider } from '@nestjs/common';
import { SHEET_TYPE_STRATEGIES } from './strategies';
import { AnalyticsStoreModule, type SheetTypeClass } from '../analytics-store.module';
import { CustomersStrategy } from './customers.strategy';
import { OrdersStrategy } from './orders.strategy';
import { SheetTypes } from './sheet-types';

const types = new SheetTypes(SHEET_TYPE_STRATEGIES.map((Strategy) => new Strategy()));

describe('the types of sheets', () => {
  it.each([
    ['Orders', 'orders'],
    ['Order_Items', 'order_items'],
    ['CUSTOMERS', 'customers'],
    [' products ', 'products'],
    ['order items', 'orders'],
    ['Sheet1', 'orders'],
    ['__proto__', 'orders'],
    ['', 'orders'],
  ])('a tab %j is of the type %s', (tab, kind) => {
    expect(types.detect(tab)).toBe(kind);
    expect(types.of(kind).kind).toBe(kind);
  });

  it('are named in the order of their list', () => {
    expect(types.names).toEqual(['orders', 'order_items', 'customers', 'products']);
  });

  it('that are not there any more are orders', () => {
    expect(types.of('invoices').kind).toBe('orders');
  });

  it('have one strategy each, and orders has one', () => {
    const twice = [new OrdersStrategy(), new CustomersStrategy(), new CustomersStrategy()];
    expect(() => new SheetTypes(twice)).toThrow(
      'Two strategies are for sheets of the type customers',
    );
    expect(() => new SheetTypes([new CustomersStrategy()])).toThrow(
      'No strategy is for sheets of the type orders',
    );
  });

  it('are put together when the application starts, which a second one of a type prevents', () => {
    class OtherProducts extends CustomersStrategy {
      override readonly kind = 'products' as never;
    }
    const { providers = [] } = AnalyticsStoreModule.forRoot([OtherProducts]);
    const { inject = [], useFactory } = providers.find(
      (provider) => 'provide' in provider && provider.provide === SheetTypes,
    ) as FactoryProvider;
    const strategies = (inject as SheetTypeClass[]).map((Strategy) => new Strategy());
    expect(() => useFactory(...strategies) as unknown).toThrow(
      'Two strategies are for sheets of the type products',
    );
  });
});
