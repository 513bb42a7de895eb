import {
  expectArray,
  expectBoolean,
  expectCount,
  expectObject,
  expectString,
  type Fields,
  optionalString,
} from '../shape';
import { type BusinessPage, readNextPageToken } from './page';
import { expectLocationId } from './resource-names';

/** A place of a business. */
export interface BusinessLocation {
  /** The digits in `locations/{id}`. */
  readonly id: string;
  readonly title: string;
  readonly storeCode: string;
  readonly languageCode: string;
  readonly address: BusinessAddress | undefined;
  readonly placeId: string;
  readonly mapsUri: string;
  /** Whether the merchant may speak for it; one who may not has no reviews to read. */
  readonly hasVoiceOfMerchant: boolean;
}

/** Where a place is, as far as it was said. */
export interface BusinessAddress {
  readonly regionCode: string;
  readonly administrativeArea: string;
  readonly locality: string;
  readonly postalCode: string;
  readonly lines: readonly string[];
}

/** A page of locations. */
export interface BusinessLocationPage extends BusinessPage {
  readonly locations: readonly BusinessLocation[];
  /** About how many there are on all pages; Google gives it for filtered lists only. */
  readonly totalSize: number | undefined;
}

/** The fields that {@link readLocationPage} reads, as a mask: without one Google refuses. */
export const LOCATION_MASK = 'name,title,storeCode,languageCode,storefrontAddress,metadata';

/** Validates and reads a page of locations. */
export function readLocationPage(answer: unknown, pageToken?: string): BusinessLocationPage {
  const { locations, nextPageToken, totalSize } = expectObject(answer, 'the locations');
  return {
    locations: expectArray(locations, 'locations').map(readLocation),
    totalSize: totalSize === undefined ? undefined : expectCount(totalSize, 'totalSize'),
    nextPageToken: readNextPageToken(nextPageToken, pageToken),
  };
}

function readLocation(value: unknown): BusinessLocation {
  const location = expectObject(value, 'locations[]');
  const metadata = optionalObject(location.metadata, 'locations[].metadata') ?? {};
  const address = optionalObject(location.storefrontAddress, 'locations[].storefrontAddress');
  return {
    id: expectLocationId(location.name, 'locations[].name'),
    title: optionalString(location.title, 'locations[].title'),
    storeCode: optionalString(location.storeCode, 'locations[].storeCode'),
    languageCode: optionalString(location.languageCode, 'locations[].languageCode'),
    address: address && readAddress(address),
    placeId: optionalString(metadata.placeId, 'locations[].metadata.placeId'),
    mapsUri: optionalString(metadata.mapsUri, 'locations[].metadata.mapsUri'),
    hasVoiceOfMerchant: expectBoolean(
      metadata.hasVoiceOfMerchant,
      'locations[].metadata.hasVoiceOfMerchant',
    ),
  };
}

function readAddress(address: Fields): BusinessAddress {
  const where = 'locations[].storefrontAddress';
  const text = (field: string): string => optionalString(address[field], `${where}.${field}`);
  return {
    regionCode: text('regionCode'),
    administrativeArea: text('administrativeArea'),
    locality: text('locality'),
    postalCode: text('postalCode'),
    lines: expectArray(address.addressLines, `${where}.addressLines`).map((line) =>
      expectString(line, `${where}.addressLines[]`),
    ),
  };
}

function optionalObject(value: unknown, where: string): Fields | undefined {
  return value === undefined ? undefined : expectObject(value, where);
}
