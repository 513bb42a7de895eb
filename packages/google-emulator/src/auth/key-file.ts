import { createHash, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

/** The JSON file that Google gives out with a key of a service account. */
export interface KeyFile {
  readonly type: 'service_account';
  readonly project_id: string;
  readonly private_key_id: string;
  readonly private_key: string;
  readonly client_email: string;
  readonly client_id: string;
  readonly auth_uri: string;
  readonly token_uri: string;
  readonly auth_provider_x509_cert_url: string;
  readonly client_x509_cert_url: string;
  readonly universe_domain: string;
}

/** The key file for a private key of a service account. */
export function keyFile(email: string, keyId: string, privateKey: string): KeyFile {
  return {
    type: 'service_account',
    project_id: projectIdOf(email),
    private_key_id: keyId,
    private_key: privateKey,
    client_email: email,
    client_id: accountNumberOf(email),
    auth_uri: 'https://accounts.google.com/o/oauth2/auth',
    token_uri: 'https://oauth2.googleapis.com/token',
    auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
    client_x509_cert_url: `https://www.googleapis.com/robot/v1/metadata/x509/${encodeURIComponent(email)}`,
    universe_domain: 'googleapis.com',
  };
}

/** A new pair of keys, of which only the private one leaves as a file. */
export function newKeyPair(): { publicKey: KeyObject; privateKey: string } {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { publicKey: pair.publicKey, privateKey };
}

/** The name of a new key. */
export function newKeyId(): string {
  return randomBytes(20).toString('hex');
}

/** The number by which Google knows an account: the `sub` of a user. */
export function accountNumberOf(email: string): string {
  return digitsOf(email, 21);
}

/** The number of the project that an email belongs to: the same for the same domain. */
export function projectNumberOf(email: string): string {
  return digitsOf(projectIdOf(email), 12);
}

function projectIdOf(email: string): string {
  const domain = email.slice(email.indexOf('@') + 1);
  return domain.split('.')[0] ?? domain;
}

function digitsOf(text: string, count: number): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return `1${(BigInt(`0x${hash}`) % 10n ** BigInt(count - 1)).toString().padStart(count - 1, '0')}`;
}
