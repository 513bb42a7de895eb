import { type IncomingMessage } from 'node:http';

/**
 * Whether the page that opens a connection may do so. Browsers apply CORS to requests only, never
 * to WebSockets, but they always name the page's origin; other programs name none.
 */
export function isOriginAllowed(
  { headers: { origin, host } }: Pick<IncomingMessage, 'headers'>,
  allowed: readonly string[],
): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
