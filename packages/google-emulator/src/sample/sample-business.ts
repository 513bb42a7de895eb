import {
  type BusinessAccountDefinition,
  type BusinessLocationDefinition,
} from '../business/definition';
import { sampleReviews } from './sample-reviews';

type Place = readonly [title: string, city: string, street: string, reviews: number];

const SOUTH: readonly Place[] = [
  ['Sông Xanh - Quận 1', 'TP. Hồ Chí Minh', '12 Lê Lợi', 720],
  ['Sông Xanh - Thảo Điền', 'TP. Hồ Chí Minh', '48 Xuân Thủy', 410],
  ['Sông Xanh - Phú Nhuận', 'TP. Hồ Chí Minh', '105 Phan Xích Long', 265],
  ['Sông Xanh - Cần Thơ', 'Cần Thơ', '7 Hai Bà Trưng', 180],
  ['Sông Xanh - Đà Lạt', 'Đà Lạt', '33 Phan Đình Phùng', 230],
  ['Sông Xanh - Vũng Tàu', 'Vũng Tàu', '2 Quang Trung', 49],
];
const NORTH: readonly Place[] = [
  ['Sông Xanh - Hoàn Kiếm', 'Hà Nội', '21 Hàng Gai', 560],
  ['Sông Xanh - Tây Hồ', 'Hà Nội', '90 Xuân Diệu', 240],
  ['Sông Xanh - Hải Phòng', 'Hải Phòng', '15 Điện Biên Phủ', 101],
  ['Sông Xanh - Đà Nẵng', 'Đà Nẵng', '64 Bạch Đằng', 200],
  // Just opened: a location without any review.
  ['Sông Xanh - Huế', 'Huế', '5 Nguyễn Huệ', 0],
];
const OWN: readonly Place[] = [['Xưởng gốm Sông Xanh', 'Hà Nội', '3 Xóm Mới, Bát Tràng', 50]];

/** The Business Profile accounts of the shop, which one user may see. */
export function sampleBusinessAccounts(
  seed: number,
  email: string,
): readonly BusinessAccountDefinition[] {
  const locations = (first: number, places: readonly Place[]): BusinessLocationDefinition[] =>
    places.map((place, index) => location(seed, first + index, place));
  return [
    {
      id: '104857600000000000001',
      accountName: 'Nguyễn Thị Lan',
      type: 'PERSONAL',
      verificationState: 'UNVERIFIED',
      members: [email],
      locations: locations(1, OWN),
    },
    {
      id: '104857600000000000002',
      accountName: 'Sông Xanh miền Nam',
      type: 'LOCATION_GROUP',
      role: 'PRIMARY_OWNER',
      verificationState: 'VERIFIED',
      members: [email],
      locations: locations(101, SOUTH),
    },
    {
      id: '104857600000000000003',
      accountName: 'Sông Xanh miền Bắc và Trung',
      type: 'LOCATION_GROUP',
      role: 'MANAGER',
      verificationState: 'VERIFIED',
      members: [email],
      locations: locations(201, NORTH),
    },
  ];
}

function location(
  seed: number,
  number: number,
  [title, city, street, reviews]: Place,
): BusinessLocationDefinition {
  const id = `5544303602100000${String(number).padStart(3, '0')}`;
  return {
    id,
    title,
    storeCode: `SX-${String(number).padStart(3, '0')}`,
    languageCode: 'vi',
    primaryPhone: `028 3900 ${String(number).padStart(4, '0')}`,
    websiteUri: 'https://song-xanh.example.test/',
    category: { name: 'categories/gcid:gift_shop', displayName: 'Cửa hàng quà tặng' },
    address: { regionCode: 'VN', languageCode: 'vi', locality: city, addressLines: [street] },
    placeId: `ChIJsample${number}`,
    reviews: sampleReviews(seed, id, reviews),
  };
}
