import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { DomainError } from '../errors/domain-error';

/** A 256-bit key and the id that sealed values carry. */
export interface SealingKey {
  id: string;
  key: Buffer;
}

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals tokens and passwords for storage with AES-256-GCM. A sealed value names its key, so keys
 * can be rotated, and is bound to its owner, so that it cannot be opened for another one, even when
 * it is copied into their document.
 */
export class SecretBox {
  private readonly active: SealingKey;
  private readonly keys: ReadonlyMap<string, Buffer>;

  /** The first key seals; all of them open. */
  constructor(keys: readonly SealingKey[]) {
    const [active] = keys;
    if (!active) throw new Error('SecretBox needs at least one key');
    this.active = active;
    this.keys = new Map(keys.map(({ id, key }) => [id, key]));
  }

  /** Seals a text for an owner. The same text gives a different value each time. */
  seal(plain: string, owner: string): string {
    const { id, key } = this.active;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(associatedData(id, owner));
    const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final()]);
    return [VERSION, id, Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url')].join(
      '.',
    );
  }

  /** Opens what was sealed for the same owner; anything else is a SEALED_VALUE_UNREADABLE. */
  open(sealed: string, owner: string): string {
    const [version, id = '', payload = '', ...rest] = sealed.split('.');
    const key = this.keys.get(id);
    const bytes = Buffer.from(payload, 'base64url');
    const isWhole = rest.length === 0 && bytes.length >= IV_BYTES + TAG_BYTES;
    if (version !== VERSION || !key || !isWhole) throw new DomainError('SEALED_VALUE_UNREADABLE');
    try {
      const iv = bytes.subarray(0, IV_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(associatedData(id, owner));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch (cause) {
      throw new DomainError('SEALED_VALUE_UNREADABLE', { cause });
    }
  }
}

function associatedData(keyId: string, owner: string): Buffer {
  return Buffer.from(JSON.stringify([VERSION, keyId, owner]), 'utf8');
}
