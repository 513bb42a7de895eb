import { type FieldMask, parseFieldMask } from '../http/field-mask';
import { invalidField } from './business-errors';

/** `true` is a plain field; `'list'` one whose entries no mask may reach into. */
interface Schema {
  readonly [name: string]: Schema | true | 'list';
}

const CATEGORY: Schema = {
  name: true,
  displayName: true,
  serviceTypes: 'list',
  moreHoursTypes: 'list',
};

const LOCATION: Schema = {
  name: true,
  languageCode: true,
  storeCode: true,
  title: true,
  phoneNumbers: { primaryPhone: true, additionalPhones: 'list' },
  categories: { primaryCategory: CATEGORY, additionalCategories: 'list' },
  storefrontAddress: {
    revision: true,
    regionCode: true,
    languageCode: true,
    postalCode: true,
    sortingCode: true,
    administrativeArea: true,
    locality: true,
    sublocality: true,
    addressLines: 'list',
    recipients: 'list',
    organization: true,
  },
  websiteUri: true,
  regularHours: { periods: 'list' },
  specialHours: { specialHourPeriods: 'list' },
  serviceArea: { businessType: true, places: { placeInfos: 'list' }, regionCode: true },
  labels: 'list',
  adWordsLocationExtensions: { adPhone: true },
  latlng: { latitude: true, longitude: true },
  openInfo: { status: true, canReopen: true, openingDate: { year: true, month: true, day: true } },
  metadata: {
    hasGoogleUpdated: true,
    hasPendingEdits: true,
    canDelete: true,
    canOperateLocalPost: true,
    canModifyServiceList: true,
    canHaveFoodMenus: true,
    canOperateHealthData: true,
    canOperateLodgingData: true,
    placeId: true,
    duplicateLocation: true,
    mapsUri: true,
    newReviewUri: true,
    canHaveBusinessCalls: true,
    hasVoiceOfMerchant: true,
  },
  profile: { description: true },
  relationshipData: {
    parentLocation: { placeId: true, relationType: true },
    childrenLocations: 'list',
    parentChain: true,
  },
  moreHours: 'list',
  serviceItems: 'list',
};

/** Reads the parameter `readMask`, which Business Information does not do without. */
export function readMask(query: URLSearchParams): FieldMask {
  const text = query.get('readMask') ?? '';
  if (text === '') throw invalidField('read_mask', 'Field is required');
  if (!text.split(',').every(isKnown)) {
    throw invalidField('read_mask', 'Invalid field mask provided');
  }
  return parseFieldMask(text);
}

function isKnown(path: string): boolean {
  let schema: Schema | true | 'list' = LOCATION;
  for (const name of path.split('.')) {
    if (typeof schema !== 'object' || !Object.hasOwn(schema, name)) return false;
    schema = schema[name] ?? true;
  }
  return true;
}
