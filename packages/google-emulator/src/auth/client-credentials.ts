/** How an OAuth client proves who it is in the header `Authorization`. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Reads the header of HTTP's basic authentication; undefined where there is none. */
export function readBasic(authorization: string | undefined): ClientCredentials | undefined {
  const encoded = /^Basic +([\w+/=-]+) *$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [, clientId = '', clientSecret = ''] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return { clientId, clientSecret };
}
