import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { variable, type Variable } from './variable-definition';

/** The used fields of the key file of a Google service account. */
export interface ServiceAccountKey {
  readonly email: string;
  /** PKCS#8, in PEM. */
  readonly privateKey: string;
}

/** Google service accounts: key files as JSON, in base64, or by the name of the file. */
export function serviceAccounts(options: { doc: string }): Variable<readonly ServiceAccountKey[]> {
  return variable<readonly ServiceAccountKey[]>({
    doc: options.doc,
    expected:
      'the key file that Google gives for a service account, as JSON, in base64, or the name of the file; several as a JSON array, each account once',
    fallback: [],
    secret: true,
    parse: parseServiceAccounts,
  });
}

function parseServiceAccounts(text: string): readonly ServiceAccountKey[] | undefined {
  const json = asJson(text) ?? asFile(text) ?? asBase64(text);
  const keys = (Array.isArray(json) ? json : [json]).map(toKey);
  const areWhole = keys.every((key) => key !== undefined);
  const emails = new Set(keys.map((key) => key?.email));
  return areWhole && keys.length > 0 && emails.size === keys.length ? keys : undefined;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function asFile(name: string): unknown {
  try {
    return asJson(readFileSync(name, 'utf8'));
  } catch {
    return undefined;
  }
}

function asBase64(text: string): unknown {
  return asJson(Buffer.from(text, 'base64').toString('utf8'));
}

function toKey(json: unknown): ServiceAccountKey | undefined {
  const { client_email, private_key } = (json ?? {}) as Record<string, unknown>;
  if (typeof client_email !== 'string' || typeof private_key !== 'string') return undefined;
  // Line ends that a shell or a compose file has escaped once more.
  const privateKey = private_key.replaceAll('\\n', '\n');
  if (!client_email.includes('@') || !isPrivateKey(privateKey)) return undefined;
  return { email: client_email, privateKey };
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
