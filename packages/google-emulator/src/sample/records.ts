/** The states of an order as the shop writes them. */
export type OrderStatus =
  | 'pending'
  | 'confirmed'
  | 'shipping'
  | 'delivered'
  | 'cancelled'
  | 'returned';

/** Something that the shop sells; money is in đồng. */
export interface Product {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly unit: string;
  readonly price: number;
  readonly cost: number;
  readonly stock: number;
  readonly isActive: boolean;
}

/** Somebody who buys. */
export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly city: string;
  readonly address: string;
  readonly joined: number;
  readonly tier: string;
}

/** A line of an order. */
export interface OrderItem {
  readonly id: string;
  readonly orderId: string;
  readonly product: Product;
  readonly quantity: number;
  readonly finalPrice: number;
  readonly lineTotal: number;
}

/** An order with its lines. */
export interface Order {
  readonly id: string;
  /** As Sheets counts dates. */
  readonly date: number;
  readonly platform: string;
  readonly customer: Customer;
  readonly status: OrderStatus;
  readonly items: readonly OrderItem[];
  readonly subtotal: number;
  readonly discount: number;
  readonly shippingFee: number;
  readonly total: number;
  readonly paymentMethod: string;
  readonly note: string;
}
