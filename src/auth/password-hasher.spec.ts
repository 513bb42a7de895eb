import { PasswordHasher } from './password-hasher';

describe('PasswordHasher', () => {
  const hasher = new PasswordHasher();

  it('accepts the password and no other', async () => {
    const hash = await hasher.hash('correct horse battery');
    expect(await hasher.verify('correct horse battery', hash)).toBe(true);
    expect(await hasher.verify('Correct horse battery', hash)).toBe(false);
    expect(await hasher.verify('', hash)).toBe(false);
  });

  it('salts: the same password never has the same hash', async () => {
    expect(await hasher.hash('same')).not.toBe(await hasher.hash('same'));
  });

  it('takes the Unicode forms of one password for one', async () => {
    const hash = await hasher.hash('mật khẩu'.normalize('NFC'));
    expect(await hasher.verify('mật khẩu'.normalize('NFD'), hash)).toBe(true);
  });

  it('accepts nothing where there is no account', async () => {
    expect(await hasher.verify('anything', undefined)).toBe(false);
  });

  it('reads hashes with other parameters, so that they can be raised', async () => {
    const weaker = 'scrypt$1024$8$1$c2FsdA$3QXzDU2wyAV_p4UvSNMuieFhP4rc1LFcH2gu7zPSsBs';
    expect(await hasher.verify('right', weaker)).toBe(true);
    expect(await hasher.verify('wrong', weaker)).toBe(false);
    expect(await hasher.verify('right', 'md5$abc')).toBe(false);
  });
});
