import { type NumberFormat } from '../sheets/definition';
import { type DirtyRow, type TabName } from './dirt';
import { type SampleShop } from './shop';

const DATE_TIME: NumberFormat = { type: 'DATE_TIME', pattern: 'dd/mm/yyyy hh:mm' };
const DATE: NumberFormat = { type: 'DATE', pattern: 'dd/mm/yyyy' };
const MONEY: NumberFormat = { type: 'NUMBER', pattern: '#,##0' };

/** What a tab has in its columns and rows before anybody makes a mistake. */
export interface TabPlan {
  readonly title: TabName;
  readonly columns: readonly (readonly [name: string, format?: NumberFormat])[];
  readonly count: number;
  /** A clean row; `line` is the number of its row in the sheet, for formulas. */
  row(index: number, line: number): DirtyRow;
}

/** The plans of all tabs with data. */
export function tabPlans(shop: SampleShop): readonly TabPlan[] {
  return [orders(shop), orderItems(shop), customers(shop), products(shop)];
}

function orders(shop: SampleShop): TabPlan {
  return {
    title: 'Orders',
    count: shop.size.orders,
    columns: [
      ['order_id'],
      ['order_date', DATE_TIME],
      ['platform'],
      ['customer_id'],
      ['customer_name'],
      ['city'],
      ['order_status'],
      ['item_count'],
      ['subtotal', MONEY],
      ['discount', MONEY],
      ['shipping_fee', MONEY],
      ['total_amount', MONEY],
      ['payment_method'],
      ['note'],
    ],
    row: (index, line) => {
      const order = shop.order(index);
      return {
        order_id: order.id,
        order_date: order.date,
        platform: order.platform,
        customer_id: order.customer.id,
        customer_name: order.customer.name,
        city: order.customer.city,
        order_status: order.status,
        item_count: order.items.length,
        subtotal: order.subtotal,
        discount: order.discount,
        shipping_fee: order.shippingFee,
        total_amount: { value: order.total, formula: `=I${line}-J${line}+K${line}` },
        payment_method: order.paymentMethod,
        note: order.note,
      };
    },
  };
}

function orderItems(shop: SampleShop): TabPlan {
  return {
    title: 'Order_Items',
    count: shop.itemCount,
    columns: [
      ['order_item_id'],
      ['order_id'],
      ['product_id'],
      ['product_name'],
      ['quantity'],
      ['unit_price', MONEY],
      ['final_price', MONEY],
      ['line_total', MONEY],
    ],
    row: (index, line) => {
      const item = shop.item(index);
      return {
        order_item_id: item.id,
        order_id: item.orderId,
        product_id: item.product.id,
        product_name: item.product.name,
        quantity: item.quantity,
        unit_price: item.product.price,
        final_price: item.finalPrice,
        line_total: { value: item.lineTotal, formula: `=E${line}*G${line}` },
      };
    },
  };
}

function customers(shop: SampleShop): TabPlan {
  return {
    title: 'Customers',
    count: shop.size.customers,
    columns: [
      ['customer_id'],
      ['customer_name'],
      ['phone'],
      ['email'],
      ['city'],
      ['address'],
      ['joined_date', DATE],
      ['tier'],
    ],
    row: (index) => {
      const { id, name, phone, email, city, address, joined, tier } = shop.customer(index);
      return {
        customer_id: id,
        customer_name: name,
        phone,
        email,
        city,
        address,
        joined_date: joined,
        tier,
      };
    },
  };
}

function products(shop: SampleShop): TabPlan {
  return {
    title: 'Products',
    count: shop.size.products,
    columns: [
      ['product_id'],
      ['product_name'],
      ['category'],
      ['unit'],
      ['price', MONEY],
      ['cost', MONEY],
      ['stock'],
      ['is_active'],
    ],
    row: (index) => {
      const { id, name, category, unit, price, cost, stock, isActive } = shop.product(index);
      return {
        product_id: id,
        product_name: name,
        category,
        unit,
        price,
        cost,
        stock,
        is_active: isActive,
      };
    },
  };
}
