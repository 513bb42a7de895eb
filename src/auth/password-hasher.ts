import { Injectable } from '@nestjs/common';
import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';

/** OWASP's parameters for scrypt at 32 MB a hash; memory, not time, is what attackers lack. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const MAX_MEMORY = 128 * COST.N * COST.r * 2;

/** Hashes passwords with scrypt; a hash carries its parameters, so that they can be raised. */
@Injectable()
export class PasswordHasher {
  private readonly decoy = this.hash(randomBytes(SALT_BYTES).toString('hex'));

  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const key = await derive(password, salt, COST);
    const { N, r, p } = COST;
    return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
  }

  /**
   * Checks a password. Without a hash it does the same work and returns false, so that timing
   * reveals nothing.
   */
  async verify(password: string, hash: string | undefined): Promise<boolean> {
    const [scheme, N, r, p, salt = '', key = ''] = (hash ?? (await this.decoy)).split('$');
    if (scheme !== 'scrypt') return false;
    const cost = { N: Number(N), r: Number(r), p: Number(p) };
    const derived = await derive(password, Buffer.from(salt, 'base64url'), cost);
    const expected = Buffer.from(key, 'base64url');
    const same = derived.length === expected.length && timingSafeEqual(derived, expected);
    return same && hash !== undefined;
  }
}

function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  // The same characters typed on another keyboard may arrive in another Unicode form.
  const normalised = password.normalize('NFKC');
  return new Promise((resolve, reject) => {
    scrypt(normalised, salt, KEY_BYTES, { ...cost, maxmem: MAX_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
