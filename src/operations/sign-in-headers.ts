/** Email and password of an Authorization header; undefined when it carries none. */
export function basicCredentials(
  authorization: string | undefined,
): { email: string; password: string } | undefined {
  const encoded = /^Basic +([\w+/-]+=*)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 0) return undefined;
  return { email: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

/** The value of a cookie in a Cookie header; undefined when it is not there. */
export function cookieNamed(name: string, header: string | undefined): string | undefined {
  const start = `${name}=`;
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
}
