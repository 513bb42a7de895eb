const PREFIX = 'https://www.googleapis.com/auth/';

/** The scope of Business Profile. */
export const BUSINESS_MANAGE = `${PREFIX}business.manage`;

/** The scopes for which tokens are given out. */
export const KNOWN_SCOPES: ReadonlySet<string> = new Set([
  ...[
    'spreadsheets',
    'spreadsheets.readonly',
    'drive',
    'drive.file',
    'drive.readonly',
    'drive.metadata',
    'drive.metadata.readonly',
    'drive.appdata',
    'drive.meet.readonly',
    'drive.photos.readonly',
    'plus.business.manage',
    'cloud-platform',
    'userinfo.email',
    'userinfo.profile',
  ].map((name) => `${PREFIX}${name}`),
  BUSINESS_MANAGE,
  'openid',
  'email',
  'profile',
]);

/** The scopes in a list separated by spaces; undefined when there is none, or one that Google does not know. */
export function parseScopes(text: unknown): ReadonlySet<string> | undefined {
  if (typeof text !== 'string') return undefined;
  const scopes = new Set(text.split(' ').filter((scope) => scope !== ''));
  const areKnown = [...scopes].every((scope) => KNOWN_SCOPES.has(scope));
  return scopes.size > 0 && areKnown ? scopes : undefined;
}
