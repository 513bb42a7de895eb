import { type DataType } from './column-mapping';

/** What the values of a field look like. */
export type Look = 'id' | 'date' | 'money' | 'count' | 'flag' | 'phone' | 'email' | 'text';

/** A field that documents usually have, and what people call it. */
export interface SystemField {
  readonly name: string;
  readonly dataType: DataType;
  readonly look: Look;
  /** Headers in English and Vietnamese; accents, case and the order of words do not matter. */
  readonly words: readonly string[];
  /** Ambiguous headers, which may mean this field or another one. */
  readonly hints: readonly string[];
}

const TYPES: Readonly<Record<Look, DataType>> = {
  id: 'string',
  date: 'date',
  money: 'number',
  count: 'integer',
  flag: 'boolean',
  phone: 'string',
  email: 'string',
  text: 'string',
};

function field(name: string, look: Look, words: string, hints = ''): SystemField {
  const list = (text: string): string[] => text.split(',').flatMap((word) => word.trim() || []);
  return {
    name,
    dataType: TYPES[look],
    look,
    words: [name.replaceAll('_', ' '), ...list(words)],
    hints: list(hints),
  };
}

/** The vocabulary; where two fields share a word, the first one is meant more often. */
export const SYSTEM_FIELDS: readonly SystemField[] = [
  field(
    'order_id',
    'id',
    'order no, order number, order code, order sn, mã đơn hàng, mã đơn, mã đh, số đơn hàng, số đơn, mã hóa đơn, số hóa đơn, invoice no, invoice number, invoice id',
    'id, mã, no, đơn hàng, order, đơn',
  ),
  field(
    'order_date',
    'date',
    'date ordered, ordered at, order time, ordered on, created at, purchase date, invoice date, ngày đặt, ngày đặt hàng, ngày đơn hàng, ngày đơn, ngày mua, ngày mua hàng, ngày bán, thời gian đặt hàng, thời gian đặt, ngày tạo đơn, ngày tạo, ngày lên đơn, ngày hóa đơn',
    'date, ngày, thời gian, time, ngày tháng',
  ),
  field(
    'platform',
    'text',
    'sales channel, channel, marketplace, source, sàn, sàn tmđt, sàn thương mại điện tử, nền tảng, kênh, kênh bán, kênh bán hàng, nguồn đơn, nguồn',
  ),
  field(
    'customer_id',
    'id',
    'customer no, customer number, customer code, client id, buyer id, mã khách hàng, mã khách, mã kh, mkh',
  ),
  field(
    'customer_name',
    'text',
    'customer, client, client name, buyer, buyer name, recipient, recipient name, receiver, full name, tên khách hàng, tên khách, tên kh, khách hàng, khách, họ tên, họ và tên, người mua, người nhận, tên người nhận, tên người mua',
    'name, tên',
  ),
  field(
    'city',
    'text',
    'town, province, tỉnh, tỉnh thành, tỉnh thành phố, thành phố, tp, tỉnh tp, khu vực, region',
  ),
  field(
    'order_status',
    'text',
    'status, state, delivery status, shipping status, trạng thái, trạng thái đơn, trạng thái đơn hàng, tình trạng, tình trạng đơn, tình trạng đơn hàng',
  ),
  field(
    'item_count',
    'count',
    'items, number items, no items, total items, total quantity, số sản phẩm, số mặt hàng, số lượng sản phẩm, số món, tổng số lượng, tổng số sản phẩm, tổng sl',
  ),
  field(
    'subtotal',
    'money',
    'sub total, amount before discount, merchandise total, tạm tính, tiền hàng, tổng tiền hàng, cộng tiền hàng, tổng trước giảm giá',
  ),
  field(
    'discount',
    'money',
    'discount amount, rebate, voucher, giảm giá, chiết khấu, khuyến mãi, tiền giảm, số tiền giảm, ck',
  ),
  field(
    'shipping_fee',
    'money',
    'shipping, shipping cost, shipping price, delivery fee, delivery cost, freight, phí vận chuyển, phí ship, phí giao hàng, tiền ship, cước vận chuyển, cước, ship, pvc',
  ),
  field(
    'total_amount',
    'money',
    'total, grand total, total price, total value, order total, order value, revenue, amount due, tổng tiền, tổng cộng, tổng, tổng thanh toán, tổng giá trị, tổng giá trị đơn hàng, tổng tiền đơn hàng, tổng đơn, doanh thu, giá trị đơn hàng, số tiền, phải thu, thanh toán',
    'thành tiền, amount',
  ),
  field(
    'payment_method',
    'text',
    'payment, payment type, paid by, paid with, phương thức thanh toán, hình thức thanh toán, pttt, httt, cách thanh toán, kiểu thanh toán',
    'thanh toán',
  ),
  field(
    'note',
    'text',
    'notes, remark, remarks, comment, comments, memo, ghi chú, chú thích, diễn giải, lưu ý',
  ),
  field(
    'order_item_id',
    'id',
    'item id, line id, order line id, line item id, order detail id, mã chi tiết, mã chi tiết đơn hàng, mã chi tiết đơn, mã dòng',
  ),
  field(
    'product_id',
    'id',
    'product code, product no, product sku, sku, item code, item no, mã sản phẩm, mã sp, mã hàng, mã hàng hóa, mã sku, msp, barcode, mã vạch',
  ),
  field(
    'product_name',
    'text',
    'product, item, item name, product title, article, goods, tên sản phẩm, tên sp, sản phẩm, tên hàng, tên hàng hóa, mặt hàng, hàng hóa, tên mặt hàng',
    'name, tên, title',
  ),
  field(
    'quantity',
    'count',
    'qty, quantity ordered, quantity sold, pieces, pcs, units sold, số lượng, sl, số lượng bán, số lượng đặt, slg',
    'count',
  ),
  field(
    'unit_price',
    'money',
    'price each, item price, price per unit, price unit, đơn giá, giá đơn vị, giá một sản phẩm, đơn giá bán',
  ),
  field(
    'final_price',
    'money',
    'net price, discounted price, price after discount, giá sau giảm, giá sau khuyến mãi, giá cuối, giá cuối cùng, giá thực tế, giá sau chiết khấu, đơn giá sau giảm',
  ),
  field(
    'line_total',
    'money',
    'line amount, item total, amount, total line, thành tiền, tổng dòng, tiền dòng, t tiền, ttien',
  ),
  field(
    'phone',
    'phone',
    'phone number, phone no, mobile, mobile number, mobile phone, cell, cell phone, cellphone, tel, telephone, contact number, customer phone, sđt, số điện thoại, điện thoại, đt, dđ, di động, số đt, sđt khách, sđt khách hàng, số điện thoại khách hàng, sđt người nhận',
  ),
  field(
    'email',
    'email',
    'e mail, mail, email address, e mail address, customer email, thư điện tử, địa chỉ email, hòm thư',
  ),
  field(
    'address',
    'text',
    'street, street address, shipping address, delivery address, customer address, địa chỉ, địa chỉ giao hàng, địa chỉ nhận hàng, địa chỉ khách hàng, nơi giao, nơi nhận',
  ),
  field(
    'joined_date',
    'date',
    'joined, join date, joined at, joined on, registered, registration date, registered at, signup date, sign up date, member since, customer since, ngày tham gia, ngày đăng ký, ngày gia nhập',
  ),
  field(
    'tier',
    'text',
    'level, rank, membership, membership tier, customer tier, loyalty tier, hạng, hạng thành viên, hạng khách hàng, cấp bậc, cấp độ, loại khách hàng, nhóm khách hàng, phân hạng',
  ),
  field(
    'category',
    'text',
    'product category, product group, product type, group, danh mục, danh mục sản phẩm, nhóm hàng, nhóm sản phẩm, loại hàng, loại sản phẩm, ngành hàng, phân loại, chủng loại',
    'type, loại, nhóm',
  ),
  field('unit', 'text', 'uom, unit measure, measure, đơn vị, đơn vị tính, đvt, dvt, quy cách'),
  field(
    'price',
    'money',
    'selling price, sale price, list price, retail price, giá, giá bán, giá niêm yết, giá bán lẻ, giá tiền, giá sản phẩm',
  ),
  field(
    'cost',
    'money',
    'cost price, unit cost, purchase price, buying price, cogs, giá vốn, giá nhập, giá mua, giá gốc, chi phí, giá thành',
  ),
  field(
    'stock',
    'count',
    'in stock, stock quantity, stock level, inventory, on hand, available, tồn kho, tồn, số lượng tồn, sl tồn, số lượng tồn kho, hàng tồn, kho, còn lại',
  ),
  field(
    'is_active',
    'flag',
    'active, enabled, on sale, visible, đang bán, hoạt động, đang hoạt động, kích hoạt, còn bán, còn kinh doanh, đang kinh doanh, hiển thị',
  ),
];
