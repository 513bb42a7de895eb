import { readAccountPage } from './business-account';

describe('a page of accounts', () => {
  it('is read, and what nobody knows in it is left out', () => {
    const account = {
      name: 'accounts/104857600000000000002',
      accountName: 'Coffee chain',
      type: 'LOCATION_GROUP',
      role: 'PRIMARY_OWNER',
      verificationState: 'VERIFIED',
      vettedState: 'NOT_VETTED',
    };
    expect(readAccountPage({ accounts: [account, { name: 'accounts/1' }] })).toEqual({
      accounts: [
        {
          id: '104857600000000000002',
          accountName: 'Coffee chain',
          type: 'LOCATION_GROUP',
          role: 'PRIMARY_OWNER',
          verificationState: 'VERIFIED',
        },
        { id: '1', accountName: '', type: '', role: '', verificationState: '' },
      ],
      nextPageToken: undefined,
    });
  });

  it.each<[string, unknown]>([
    ['accounts[].name', [{ name: 'locations/1' }]],
    ['accounts[].name', [{}]],
    ['accounts[].accountName', [{ name: 'accounts/1', accountName: 7 }]],
    ['accounts[]', ['accounts/1']],
    ['accounts', 'none'],
  ])('is refused with the name of the field that is wrong: %s', (field, accounts) => {
    expect(() => readAccountPage({ accounts })).toThrow(` at ${field}.`);
  });
});
