import { readLocationPage } from './business-location';

describe('a page of locations', () => {
  const location = {
    name: 'locations/55443036021',
    languageCode: 'vi',
    storeCode: 'HCM-01',
    title: 'Coffee - District 1',
    storefrontAddress: {
      regionCode: 'VN',
      languageCode: 'vi',
      postalCode: '700000',
      locality: 'Ho Chi Minh',
      addressLines: ['1 Le Loi'],
    },
    openInfo: { status: 'OPEN' },
    metadata: { hasVoiceOfMerchant: true, placeId: 'ChIJ', mapsUri: 'https://maps.test' },
  };

  it('is read, and what nobody knows in it is left out', () => {
    expect(readLocationPage({ locations: [location], totalSize: 1, nextPageToken: 'n' })).toEqual({
      locations: [
        {
          id: '55443036021',
          title: 'Coffee - District 1',
          storeCode: 'HCM-01',
          languageCode: 'vi',
          address: {
            regionCode: 'VN',
            administrativeArea: '',
            locality: 'Ho Chi Minh',
            postalCode: '700000',
            lines: ['1 Le Loi'],
          },
          placeId: 'ChIJ',
          mapsUri: 'https://maps.test',
          hasVoiceOfMerchant: true,
        },
      ],
      totalSize: 1,
      nextPageToken: 'n',
    });
  });

  it('may say next to nothing, and of how many there are nothing', () => {
    expect(readLocationPage({ locations: [{ name: 'locations/1' }] })).toMatchObject({
      locations: [{ id: '1', title: '', address: undefined, hasVoiceOfMerchant: false }],
      totalSize: undefined,
    });
    expect(readLocationPage({})).toMatchObject({ locations: [], nextPageToken: undefined });
  });

  it.each<[string, Record<string, unknown>]>([
    ['locations[].name', { name: undefined }],
    ['locations[].title', { title: ['x'] }],
    ['locations[].metadata', { metadata: 'x' }],
    ['locations[].metadata.hasVoiceOfMerchant', { metadata: { hasVoiceOfMerchant: 1 } }],
    ['locations[].storefrontAddress', { storefrontAddress: null }],
    ['locations[].storefrontAddress.addressLines[]', { storefrontAddress: { addressLines: [1] } }],
  ])('is refused with the name of the field that is wrong: %s', (field, changes) => {
    const locations = [{ ...location, ...changes }];
    expect(() => readLocationPage({ locations })).toThrow(` at ${field}.`);
  });
});
