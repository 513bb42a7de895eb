import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { SecretBox } from './secret-box';

const key = (id: string) => ({ id, key: randomBytes(32) });

describe('SecretBox', () => {
  const old = key('2025');
  const current = key('2026');
  const box = new SecretBox([current, old]);

  it('opens for its owner whatever it sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (plain, owner) => {
        expect(box.open(box.seal(plain, owner), owner)).toBe(plain);
      }),
      { numRuns: 200 },
    );
  });

  it('opens for nobody else', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (plain, owner, other) => {
        fc.pre(owner !== other);
        expect(() => box.open(box.seal(plain, owner), other)).toThrow('could not be opened');
      }),
      { numRuns: 200 },
    );
  });

  it('notices any change to what is stored', () => {
    const sealed = box.seal('refresh-token', 'user-1');
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom('A', 'B', '.', '_'), (at, letter) => {
        fc.pre(sealed[at] !== letter);
        const changed = sealed.slice(0, at) + letter + sealed.slice(at + 1);
        // The last letter of base64 has bits that stand for nothing.
        fc.pre(at !== sealed.length - 1);
        expect(() => box.open(changed, 'user-1')).toThrow('could not be opened');
      }),
      { numRuns: 200 },
    );
  });

  it('seals the same text to another value each time', () => {
    expect(box.seal('token', 'user-1')).not.toBe(box.seal('token', 'user-1'));
  });

  it('opens what an older key sealed', () => {
    const sealed = new SecretBox([old]).seal('token', 'user-1');
    expect(box.open(sealed, 'user-1')).toBe('token');
  });

  it('says that the key is gone, and which setting to look at', () => {
    const sealed = new SecretBox([key('2024')]).seal('token', 'user-1');
    expect(() => box.open(sealed, 'user-1')).toThrow(/ENCRYPTION_KEYS/);
  });

  it.each(['', 'v1', 'v2.2026.AAAA', 'v1.2026.', 'plain text'])('refuses %p', (text) => {
    expect(() => box.open(text, 'user-1')).toThrow('could not be opened');
  });

  it('cannot be made without a key', () => {
    expect(() => new SecretBox([])).toThrow('at least one key');
  });
});
