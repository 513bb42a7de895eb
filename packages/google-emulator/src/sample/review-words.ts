type Texts = readonly [string, ...string[]];

/** What a comment sounds like: content, so-so, or not content. */
export type Mood = 'good' | 'fair' | 'bad';

/** Comments in Vietnamese. */
export const VIETNAMESE: Readonly<Record<Mood, Texts>> = {
  good: [
    'Cửa hàng đẹp, nhân viên nhiệt tình. Sẽ quay lại!',
    'Trà sen rất thơm, đóng gói cẩn thận.',
    'Đồ gốm đẹp hơn trong ảnh, giá hợp lý.',
    'Mua quà Tết ở đây năm nào cũng ưng ý ❤️',
    'Giao hàng nhanh, gói quà miễn phí. Cảm ơn shop!',
    'Không gian yên tĩnh, hàng hóa sắp xếp gọn gàng.',
    'Nhân viên tư vấn kỹ, không chèo kéo khách.',
  ],
  fair: [
    'Hàng đẹp nhưng giá hơi cao so với nơi khác.',
    'Tạm ổn, chỗ để xe hơi chật.',
    'Sản phẩm tốt, nhưng phải chờ thanh toán khá lâu.',
    'Bình thường, không có gì đặc biệt.',
  ],
  bad: [
    'Giao nhầm hàng, gọi hỗ trợ không ai nghe máy.',
    'Chén bị mẻ khi nhận, đổi trả rất phiền.',
    'Nhân viên không thân thiện, thất vọng.',
    'Đặt hàng ba tuần rồi vẫn chưa nhận được!!!',
  ],
};

/** Comments in English. */
export const ENGLISH: Readonly<Record<Mood, Texts>> = {
  good: [
    'Lovely little shop, the staff speak English and were very helpful.',
    'Best place for lotus tea. I bought five boxes to take home.',
    'Beautiful ceramics at fair prices.',
    'Great gifts & friendly service.\nThey wrapped everything for the flight.',
  ],
  fair: ['Nice things, but a bit pricey.', 'OK. Hard to find the entrance.'],
  bad: ['Card payment did not work and nobody could help.', 'My bowl arrived broken.'],
};

/** Comments that Google shows with its translation: what was written, and what Google makes of it. */
export const TRANSLATED: Readonly<
  Record<Mood, readonly [readonly [string, string], ...(readonly [string, string])[]]>
> = {
  good: [
    ['Cửa hàng rất đẹp và sạch sẽ.', 'The store is very beautiful and clean.'],
    ['Nhân viên dễ thương, hàng chất lượng.', 'Cute staff, quality goods.'],
  ],
  fair: [['Cũng được.', 'Also okay.']],
  bad: [['Phục vụ quá chậm.', 'Service is too slow.']],
};

/** What the shop answers. */
export const REPLIES: Readonly<Record<Mood, Texts>> = {
  good: [
    'Cửa hàng Sông Xanh cảm ơn bạn rất nhiều!',
    'Cảm ơn bạn đã ủng hộ. Hẹn gặp lại bạn!',
    'Thank you for your kind words!',
  ],
  fair: ['Cảm ơn góp ý của bạn, Sông Xanh sẽ cố gắng hơn.'],
  bad: [
    'Sông Xanh thành thật xin lỗi. Bạn vui lòng nhắn tin để cửa hàng hỗ trợ nhé.',
    'We are sorry about this. Please write to us so that we can put it right.',
  ],
};
