import { FIRST_DAY, LAST_DAY, lastNotAbove, OrderCalendar, serialOf } from './calendar';
import { DiceBox, type Weighted } from './dice';
import {
  type Customer,
  type Order,
  type OrderItem,
  type OrderStatus,
  type Product,
} from './records';
import {
  CITIES,
  FAMILY_NAMES,
  GIVEN_NAMES,
  GOODS,
  KINDS,
  MIDDLE_NAMES,
  NOTES,
  PAYMENT_METHODS,
  PHONE_PREFIXES,
  PLATFORMS,
  STREETS,
} from './words';

/** How much there is of everything. */
export interface ShopSize {
  readonly orders: number;
  readonly customers: number;
  readonly products: number;
}

/** The size of the shop unless told. */
export const DEFAULT_SIZE: ShopSize = { orders: 20_000, customers: 6_000, products: 400 };

/** The size of a shop with so many orders: customers in proportion, and as many products as ever. */
export function shopSize(orders: number): ShopSize {
  const { orders: usual, customers, products } = DEFAULT_SIZE;
  return { orders, customers: Math.ceil((orders * customers) / usual), products };
}

const ITEM_COUNTS: readonly [Weighted<number>, ...Weighted<number>[]] = [
  [1, 35],
  [2, 30],
  [3, 18],
  [4, 11],
  [5, 6],
];
/** Those who were customers before the first order of the sheet. */
const OLD_CUSTOMERS = 0.4;
const FIRST_JOINED = serialOf(2022, 1, 1);

/** A shop that is made up from a seed; everything in it is a function of seed and index. */
export class SampleShop {
  readonly itemCount: number;
  private readonly boxes: Readonly<Record<'product' | 'customer' | 'order' | 'items', DiceBox>>;
  private readonly calendar: OrderCalendar;
  /** For each order how many lines there are before it. */
  private readonly itemsBefore: Uint32Array;

  constructor(
    seed: number,
    readonly size: ShopSize = DEFAULT_SIZE,
  ) {
    const box = (name: string): DiceBox => new DiceBox(seed, name);
    this.boxes = {
      product: box('product'),
      customer: box('customer'),
      order: box('order'),
      items: box('items'),
    };
    this.calendar = new OrderCalendar(size.orders);
    this.itemsBefore = new Uint32Array(size.orders + 1);
    let sum = 0;
    for (let index = 0; index < size.orders; index += 1) {
      sum += this.boxes.items.at(index).weighted(ITEM_COUNTS);
      this.itemsBefore[index + 1] = sum;
    }
    this.itemCount = sum;
  }

  /** A product; all have different names. */
  product(index: number): Product {
    const dice = this.boxes.product.at(index);
    const round = Math.floor(index / GOODS.length);
    const [noun, category, unit, thousands] = GOODS[index % GOODS.length] ?? GOODS[0];
    const [kind, factor] = KINDS[round % KINDS.length] ?? KINDS[0];
    const series = Math.floor(round / KINDS.length);
    const price = Math.round(thousands * factor * (0.9 + dice.fraction() * 0.2)) * 1_000;
    return {
      id: `SP${String(index + 1).padStart(4, '0')}`,
      name: `${noun} ${kind}${series === 0 ? '' : ` ${series + 1}`}`,
      category,
      unit,
      price,
      cost: Math.round((price * (0.45 + dice.fraction() * 0.2)) / 1_000) * 1_000,
      stock: dice.integer(0, 400),
      isActive: !dice.chance(0.06),
    };
  }

  /** A customer; later ones joined later. */
  customer(index: number): Customer {
    const dice = this.boxes.customer.at(index);
    const family = dice.weighted(FAMILY_NAMES);
    const [middle, given] = [dice.pick(MIDDLE_NAMES), dice.pick(GIVEN_NAMES)];
    const phone = dice.pick(PHONE_PREFIXES) + String(dice.integer(0, 9_999_999)).padStart(7, '0');
    return {
      id: `KH${String(index + 1).padStart(5, '0')}`,
      name: `${family} ${middle} ${given}`,
      phone,
      email: `${plain(given)}.${plain(family)}${index + 1}@example.test`,
      city: dice.weighted(CITIES),
      address: `${dice.integer(1, 300)} ${dice.pick(STREETS)}`,
      joined: this.joined(index),
      tier: dice.weighted([
        ['Thường', 70],
        ['Bạc', 18],
        ['Vàng', 9],
        ['Kim cương', 3],
      ]),
    };
  }

  /** An order; later ones were made later. */
  order(index: number): Order {
    const dice = this.boxes.order.at(index);
    const { day, serial } = this.calendar.timeOf(index, dice.fraction());
    const customer = this.customer(this.buyer(day, dice.fraction()));
    const items = this.itemsOf(index);
    const subtotal = items.reduce((sum, { lineTotal }) => sum + lineTotal, 0);
    const voucher = Math.min(50_000, Math.floor((subtotal * 0.05) / 1_000) * 1_000);
    const discount = dice.chance(0.25) ? voucher : 0;
    const shippingFee = subtotal >= 500_000 ? 0 : dice.pick([15_000, 22_000, 30_000]);
    return {
      id: orderId(index),
      date: serial,
      platform: dice.weighted(PLATFORMS),
      customer,
      status: statusOf(LAST_DAY - FIRST_DAY - day, dice.fraction()),
      items,
      subtotal,
      discount,
      shippingFee,
      total: subtotal - discount + shippingFee,
      paymentMethod: dice.weighted(PAYMENT_METHODS),
      note: dice.chance(0.12) ? dice.pick(NOTES) : '',
    };
  }

  /** A line among those of all orders. */
  item(index: number): OrderItem {
    const order = lastNotAbove(this.itemsBefore, index);
    return this.itemOf(order, index - (this.itemsBefore[order] ?? 0));
  }

  private itemsOf(order: number): OrderItem[] {
    const [start = 0, end = 0] = this.itemsBefore.subarray(order, order + 2);
    return Array.from({ length: end - start }, (_, line) => this.itemOf(order, line));
  }

  private itemOf(order: number, line: number): OrderItem {
    const dice = this.boxes.items.at((line + 1) * 0x1000_0000 + order);
    // Some things sell much better than others.
    const product = this.product(Math.floor(this.size.products * dice.fraction() ** 2));
    const reduced = Math.round((product.price * dice.integer(85, 95)) / 100_000) * 1_000;
    const finalPrice = dice.chance(0.2) ? reduced : product.price;
    const quantity = dice.weighted([
      [1, 70],
      [2, 20],
      [3, 7],
      [10, 3],
    ]);
    return {
      id: `${orderId(order)}-${line + 1}`,
      orderId: orderId(order),
      product,
      quantity,
      finalPrice,
      lineTotal: finalPrice * quantity,
    };
  }

  private joined(index: number): number {
    const part = index / this.size.customers;
    const serial =
      part < OLD_CUSTOMERS
        ? FIRST_JOINED + (part / OLD_CUSTOMERS) * (FIRST_DAY - FIRST_JOINED)
        : FIRST_DAY + ((part - OLD_CUSTOMERS) / (1 - OLD_CUSTOMERS)) * (LAST_DAY - FIRST_DAY);
    return Math.floor(serial);
  }

  /** Nobody buys before having joined; some buy much more often than others. */
  private buyer(day: number, fraction: number): number {
    const joined = OLD_CUSTOMERS + (1 - OLD_CUSTOMERS) * OrderCalendar.progress(day);
    return Math.floor(this.size.customers * joined * fraction ** 1.4);
  }
}

function orderId(index: number): string {
  return `DH${100_001 + index}`;
}

function statusOf(daysAgo: number, fraction: number): OrderStatus {
  if (fraction < 0.07) return 'cancelled';
  if (daysAgo < 1) return 'pending';
  if (daysAgo < 2) return 'confirmed';
  if (daysAgo < 5) return 'shipping';
  return fraction < 0.1 ? 'returned' : 'delivered';
}

/** The names without marks, as they stand in an email; taking the marks off takes its time. */
const PLAIN = new Map(
  [...GIVEN_NAMES, ...FAMILY_NAMES.map(([name]) => name)].map((name) => [
    name,
    name.normalize('NFD').replace(/\p{M}/gu, '').replace(/[Đđ]/g, 'd').toLowerCase(),
  ]),
);

function plain(name: string): string {
  return PLAIN.get(name) ?? name;
}
