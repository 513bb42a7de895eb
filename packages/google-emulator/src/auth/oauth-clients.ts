import { randomBytes, randomInt } from 'node:crypto';
import { type ApiName } from '../http/route';
import { OAuthError } from './oauth-error';

/** How an app may be told the outcome: at registered addresses, or on any port of its own machine. */
export type OAuthClientType = 'web' | 'desktop';

/** What may be said of an OAuth client when it is made. */
export interface OAuthClientOptions {
  /** The app as the consent page names it. */
  readonly name?: string;
  /** `web` unless told. */
  readonly type?: OAuthClientType;
  /** Compared as text with what a request names; a desktop client needs none on a loopback address. */
  readonly redirectUris?: readonly string[];
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Quotas are shared within a project; a client has one of its own unless told. */
  readonly projectNumber?: string;
  /** The APIs that its project has not switched on. */
  readonly disabledApis?: readonly ApiName[];
  /** Whether the app is published for testing only: its refresh tokens end after seven days. */
  readonly testing?: boolean;
}

/** An OAuth client that exists. */
export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly type: OAuthClientType;
  readonly redirectUris: readonly string[];
  readonly projectNumber: string;
  readonly disabledApis: ReadonlySet<ApiName>;
  readonly isTesting: boolean;
}

const SUFFIX = '.apps.googleusercontent.com';
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** The apps that are registered with Google. */
export class OAuthClients {
  private readonly clients = new Map<string, OAuthClient>();
  private readonly deleted = new Set<string>();

  /** Registers an app. */
  create(options: OAuthClientOptions = {}): OAuthClient {
    const redirectUris = options.redirectUris ?? [];
    redirectUris.forEach(checkRedirectUri);
    const projectNumber = options.projectNumber ?? String(randomInt(1e11, 2e11));
    const clientId =
      options.clientId ?? `${projectNumber}-${randomBytes(16).toString('hex')}${SUFFIX}`;
    if (this.clients.has(clientId)) throw new Error(`There is an OAuth client ${clientId} already`);
    const client: OAuthClient = {
      clientId,
      clientSecret: options.clientSecret ?? `GOCSPX-${randomBytes(21).toString('base64url')}`,
      name: options.name ?? 'An app',
      type: options.type ?? 'web',
      redirectUris,
      projectNumber,
      disabledApis: new Set(options.disabledApis),
      isTesting: options.testing ?? false,
    };
    this.clients.set(clientId, client);
    this.deleted.delete(clientId);
    return client;
  }

  /** All clients, oldest first. */
  all(): OAuthClient[] {
    return [...this.clients.values()];
  }

  /** The client of that id; undefined when there is none. */
  get(clientId: string): OAuthClient | undefined {
    return this.clients.get(clientId);
  }

  /** Deletes a client. */
  remove(clientId: string): void {
    this.known(clientId);
    this.clients.delete(clientId);
    this.deleted.add(clientId);
  }

  /** A client; that there is none is the mistake of who sets the scene. */
  known(clientId: string): OAuthClient {
    const client = this.clients.get(clientId);
    if (!client) throw new Error(`There is no OAuth client ${clientId}: create it first`);
    return client;
  }

  /** The client that a request names; throws an OAuthError. */
  find(clientId: string): OAuthClient {
    if (this.deleted.has(clientId)) {
      throw new OAuthError(401, 'deleted_client', 'The OAuth client was deleted.');
    }
    const client = this.clients.get(clientId);
    if (!client) throw new OAuthError(401, 'invalid_client', 'The OAuth client was not found.');
    return client;
  }

  /** The client whose id and secret these are; throws an OAuthError. */
  authenticate(clientId: string, clientSecret: string): OAuthClient {
    const client = this.find(clientId);
    if (client.clientSecret !== clientSecret) {
      throw new OAuthError(401, 'invalid_client', 'The provided client secret is invalid.');
    }
    return client;
  }
}

/** Whether a client may be answered at an address. */
export function acceptsRedirect({ type, redirectUris }: OAuthClient, redirectUri: string): boolean {
  if (redirectUris.includes(redirectUri)) return true;
  if (type !== 'desktop' || !URL.canParse(redirectUri)) return false;
  const { protocol, hostname, hash, username, password } = new URL(redirectUri);
  const isPlain = hash === '' && username === '' && password === '';
  return protocol === 'http:' && LOOPBACK.has(hostname) && isPlain;
}

function checkRedirectUri(uri: string): void {
  const isUsable = /^https?:\/\/[^#]+$/.test(uri) && URL.canParse(uri);
  if (!isUsable) {
    throw new Error(`A redirect URI is an http or https URL without a fragment, not ${uri}`);
  }
}
