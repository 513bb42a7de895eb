const PREFIX = 'https://www.googleapis.com/auth/';

/** The scopes of these names, as tokens carry them. */
export function scopesNamed(...names: string[]): string[] {
  return names.map((name) => PREFIX + name);
}

/** Any of these is enough to read the metadata of files in Drive and their changes. */
export const DRIVE_SCOPES: readonly string[] = scopesNamed(
  'drive',
  'drive.file',
  'drive.readonly',
  'drive.metadata',
  'drive.metadata.readonly',
  'drive.appdata',
  'drive.meet.readonly',
  'drive.photos.readonly',
);

/** The scope of Business Profile. */
export const BUSINESS_MANAGE = `${PREFIX}business.manage`;

/** Any of these is enough for Business Profile; the second is its old name. */
export const BUSINESS_SCOPES: readonly string[] = [
  BUSINESS_MANAGE,
  ...scopesNamed('plus.business.manage'),
];

/** Any of these tells who somebody is, with the email. */
export const EMAIL_SCOPES: readonly string[] = ['email', ...scopesNamed('userinfo.email')];

const IDENTITY_SCOPES: ReadonlySet<string> = new Set([
  ...EMAIL_SCOPES,
  ...scopesNamed('userinfo.profile'),
  'openid',
  'profile',
]);

/** Whether a scope tells who somebody is, and lets nobody do anything. */
export function isIdentityScope(scope: string): boolean {
  return IDENTITY_SCOPES.has(scope);
}

/** The scopes for which tokens are given out. */
export const KNOWN_SCOPES: ReadonlySet<string> = new Set([
  ...DRIVE_SCOPES,
  ...scopesNamed('spreadsheets', 'spreadsheets.readonly', 'cloud-platform'),
  ...BUSINESS_SCOPES,
  ...IDENTITY_SCOPES,
]);

/** The scopes in a list separated by spaces; undefined when there is none, or one that Google does not know. */
export function parseScopes(text: unknown): ReadonlySet<string> | undefined {
  if (typeof text !== 'string') return undefined;
  const scopes = new Set(text.split(' ').filter((scope) => scope !== ''));
  const areKnown = [...scopes].every((scope) => KNOWN_SCOPES.has(scope));
  return scopes.size > 0 && areKnown ? scopes : undefined;
}
