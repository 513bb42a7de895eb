import { type BusinessLocation } from './business-directory';
import { invalidField } from './business-errors';
import { locationResource } from './resources';

type LocationTest = (location: BusinessLocation) => boolean;
type LocationOrder = (a: BusinessLocation, b: BusinessLocation) => number;

const FILTERABLE = new Set([
  'title',
  'storeCode',
  'languageCode',
  'websiteUri',
  'phoneNumbers.primaryPhone',
  'categories.primaryCategory.name',
  'openInfo.status',
  'metadata.placeId',
  'storefrontAddress.regionCode',
  'storefrontAddress.postalCode',
  'storefrontAddress.locality',
]);
const TERM = /^\s*(?<field>[A-Za-z.]+)\s*=\s*(?:"(?<quoted>[^"]*)"|(?<bare>[^\s"]+))\s*$/;

/** Reads the parameter `filter`: equalities joined by AND, whatever the case of the letters. */
export function locationFilter(filter: string): LocationTest {
  const tests = filter.split(/\sAND\s/).map((term) => {
    const { field = '', quoted, bare } = TERM.exec(term)?.groups ?? {};
    const value = (quoted ?? bare)?.toLowerCase();
    if (!FILTERABLE.has(field) || value === undefined) {
      throw invalidField('filter', `Invalid filter: ${filter}`);
    }
    return (location: BusinessLocation) =>
      textAt(locationResource(location), field).toLowerCase() === value;
  });
  return (location) => tests.every((test) => test(location));
}

/** Reads the parameter `orderBy`, such as `title, store_code desc`. */
export function locationOrder(orderBy: string): LocationOrder {
  const keys = orderBy.split(',').map((key) => {
    const [name = '', direction, ...rest] = key.trim().split(/\s+/);
    const field = name === 'store_code' ? 'storeCode' : name;
    const isKnown = field === 'title' || field === 'storeCode';
    if (!isKnown || rest.length > 0 || (direction !== undefined && direction !== 'desc')) {
      throw invalidField('order_by', `Invalid order: ${orderBy}`);
    }
    return { field, sign: direction === 'desc' ? -1 : 1 } as const;
  });
  return (a, b) => {
    for (const { field, sign } of keys) {
      const order = (a.definition[field] ?? '').localeCompare(b.definition[field] ?? '', 'vi');
      if (order !== 0) return sign * order;
    }
    return 0;
  };
}

function textAt(resource: unknown, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], resource);
  return typeof value === 'string' ? value : '';
}
