import { type Weighted } from './dice';

type List<T> = readonly [T, ...T[]];

/** Family names with how common they are. */
export const FAMILY_NAMES: List<Weighted<string>> = [
  ['Nguyễn', 38],
  ['Trần', 12],
  ['Lê', 10],
  ['Phạm', 7],
  ['Huỳnh', 5],
  ['Phan', 5],
  ['Vũ', 4],
  ['Võ', 4],
  ['Đặng', 3],
  ['Bùi', 3],
  ['Đỗ', 2],
  ['Hồ', 2],
  ['Ngô', 2],
  ['Dương', 1],
  ['Lý', 1],
];

/** Middle names. */
export const MIDDLE_NAMES: List<string> = [
  'Thị',
  'Văn',
  'Minh',
  'Thanh',
  'Ngọc',
  'Hoàng',
  'Quốc',
  'Gia',
  'Thu',
  'Đức',
];

/** Given names. */
export const GIVEN_NAMES: List<string> = [
  'An',
  'Bình',
  'Châu',
  'Dung',
  'Giang',
  'Hà',
  'Hằng',
  'Hiếu',
  'Hương',
  'Khánh',
  'Lan',
  'Linh',
  'Long',
  'Mai',
  'Nam',
  'Nhung',
  'Oanh',
  'Phúc',
  'Quân',
  'Sơn',
  'Thảo',
  'Trang',
  'Tuấn',
  'Uyên',
  'Vy',
  'Yến',
];

/** Cities with how many customers live there. */
export const CITIES: List<Weighted<string>> = [
  ['TP. Hồ Chí Minh', 34],
  ['Hà Nội', 24],
  ['Đà Nẵng', 9],
  ['Cần Thơ', 7],
  ['Hải Phòng', 6],
  ['Biên Hòa', 5],
  ['Huế', 4],
  ['Nha Trang', 4],
  ['Đà Lạt', 3],
  ['Vũng Tàu', 2],
  ['Quy Nhơn', 2],
];

/** Streets that every city has. */
export const STREETS: List<string> = [
  'Lê Lợi',
  'Trần Hưng Đạo',
  'Nguyễn Huệ',
  'Hai Bà Trưng',
  'Lý Thường Kiệt',
  'Phan Chu Trinh',
  'Võ Thị Sáu',
  'Điện Biên Phủ',
];

/** The beginnings of mobile numbers. */
export const PHONE_PREFIXES: List<string> = [
  '090',
  '091',
  '093',
  '097',
  '098',
  '086',
  '035',
  '079',
];

/** Where orders come from. */
export const PLATFORMS: List<Weighted<string>> = [
  ['Shopee', 42],
  ['TikTok Shop', 26],
  ['Lazada', 18],
  ['Website', 14],
];

/** How orders are paid. */
export const PAYMENT_METHODS: List<Weighted<string>> = [
  ['COD', 48],
  ['Chuyển khoản', 18],
  ['MoMo', 14],
  ['ZaloPay', 8],
  ['Thẻ', 12],
];

/** What customers write beside an order. */
export const NOTES: List<string> = [
  'Giao giờ hành chính',
  'Gọi trước khi giao',
  'Gói quà giúp mình',
  'Để ở bảo vệ',
  'Không nhận cuối tuần',
  'Giao nhanh nhé shop',
];

/** What the shop sells: what it is, its category, how it is sold, and its price in thousands. */
export const GOODS: List<readonly [noun: string, category: string, unit: string, price: number]> = [
  ['Trà sen', 'Trà và cà phê', 'hộp', 120],
  ['Trà lài', 'Trà và cà phê', 'hộp', 95],
  ['Trà ô long', 'Trà và cà phê', 'hộp', 150],
  ['Cà phê rang mộc', 'Trà và cà phê', 'gói', 135],
  ['Cà phê phin giấy', 'Trà và cà phê', 'hộp', 89],
  ['Mật ong rừng', 'Thực phẩm', 'chai', 210],
  ['Nước mắm', 'Thực phẩm', 'chai', 78],
  ['Hạt điều rang', 'Thực phẩm', 'gói', 165],
  ['Xoài sấy', 'Thực phẩm', 'gói', 72],
  ['Bánh tráng', 'Thực phẩm', 'gói', 35],
  ['Tiêu đen', 'Gia vị', 'hũ', 65],
  ['Muối ớt xanh', 'Gia vị', 'hũ', 42],
  ['Bột nghệ', 'Gia vị', 'hũ', 58],
  ['Quế thanh', 'Gia vị', 'gói', 47],
  ['Ấm trà gốm', 'Đồ gốm', 'cái', 420],
  ['Chén gốm', 'Đồ gốm', 'cái', 68],
  ['Bình hoa gốm', 'Đồ gốm', 'cái', 350],
  ['Đĩa gốm', 'Đồ gốm', 'cái', 92],
  ['Khăn tắm bông', 'Dệt may', 'cái', 145],
  ['Khăn lụa', 'Dệt may', 'cái', 390],
  ['Túi vải', 'Dệt may', 'cái', 99],
  ['Chăn bông', 'Dệt may', 'cái', 690],
  ['Vỏ gối', 'Dệt may', 'cái', 110],
  ['Áo linen', 'Dệt may', 'cái', 450],
  ['Xà phòng thảo mộc', 'Chăm sóc cá nhân', 'bánh', 55],
  ['Dầu gội bồ kết', 'Chăm sóc cá nhân', 'chai', 128],
  ['Tinh dầu sả', 'Chăm sóc cá nhân', 'chai', 115],
  ['Nến thơm', 'Chăm sóc cá nhân', 'hũ', 185],
  ['Son dưỡng', 'Chăm sóc cá nhân', 'thỏi', 79],
  ['Giỏ tre', 'Nhà cửa', 'cái', 160],
  ['Thảm cói', 'Nhà cửa', 'tấm', 280],
  ['Đèn mây', 'Nhà cửa', 'cái', 520],
  ['Thớt gỗ', 'Nhà cửa', 'cái', 175],
  ['Đũa gỗ', 'Nhà cửa', 'bộ', 85],
  ['Hộp quà Tết', 'Quà tặng', 'hộp', 590],
  ['Hộp quà trà', 'Quà tặng', 'hộp', 340],
  ['Sổ tay giấy dó', 'Quà tặng', 'quyển', 105],
  ['Tranh Đông Hồ', 'Quà tặng', 'bức', 230],
  ['Lịch để bàn', 'Quà tặng', 'quyển', 88],
  ['Thiệp thủ công', 'Quà tặng', 'tấm', 25],
];

/** In what kinds each of the goods comes, with the factor on its price. */
export const KINDS: List<readonly [name: string, factor: number]> = [
  ['truyền thống', 1],
  ['nhỏ', 0.7],
  ['lớn', 1.6],
  ['cao cấp', 2.1],
  ['hữu cơ', 1.4],
  ['Bảo Lộc', 1.2],
  ['Bát Tràng', 1.3],
  ['Hội An', 1.25],
  ['phiên bản giới hạn', 2.6],
  ['tiết kiệm', 0.6],
];
