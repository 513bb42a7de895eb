import { createPublicKey } from 'node:crypto';
import { type EmulatorClock } from '../control/emulator-clock';
import { type ApiName } from '../http/route';
import { type AccessToken, AccessTokens } from './access-tokens';
import {
  type AccountOptions,
  type EmulatedAccount,
  type TokenOptions,
  type UserOptions,
} from './account';
import { AuthorizationCodes } from './authorization-codes';
import { Consents, type UserCredentials } from './consents';
import { keyFile, newKeyId, newKeyPair, projectNumberOf, type KeyFile } from './key-file';
import { type OAuthClient, OAuthClients } from './oauth-clients';
import { type Principal } from './principal';
import { BUSINESS_MANAGE } from './scopes';

/** How long access tokens of Google are good. */
export const DEFAULT_TOKEN_SECONDS = 3600;
const TESTING_LIFETIME_MS = 7 * 86_400_000;

/** Those who may call: service accounts with keys, and users who let an OAuth client act for them. */
export class ServiceAccounts {
  /** How long access tokens are good; short ones make clients refresh. */
  tokenLifetimeSeconds = DEFAULT_TOKEN_SECONDS;
  /** The apps that may ask users for their consent. */
  readonly clients = new OAuthClients();
  readonly consents: Consents;
  readonly codes: AuthorizationCodes;
  private readonly accounts = new Map<string, EmulatedAccount>();
  private readonly tokens: AccessTokens;
  /** The clients that were made for one user alone, by the email. */
  private readonly ownClients = new Map<string, string>();

  constructor(clock: EmulatorClock) {
    this.tokens = new AccessTokens(clock);
    this.consents = new Consents(clock);
    this.codes = new AuthorizationCodes(clock);
  }

  /** Makes a service account with a new key and gives its key file. */
  create(email: string, options: AccountOptions = {}): KeyFile {
    this.add('service account', email, options);
    return this.rotateKey(email);
  }

  /** Makes a service account that signs with a key of the caller's. */
  register(email: string, publicKeyPem: string, options: AccountOptions = {}): void {
    const key = { keyId: newKeyId(), publicKey: createPublicKey(publicKeyPem) };
    this.add('service account', email, options).keys = [key];
  }

  /** Makes an ordinary user, who has not agreed to anything yet. */
  addUser(email: string, options: AccountOptions = {}): void {
    this.add('user', email, options);
  }

  /** Makes an ordinary user who has given a client the right to refresh tokens. */
  createUser(email: string, options: UserOptions = {}): UserCredentials {
    if (options.clientId !== undefined) this.clients.known(options.clientId);
    const { projectNumber } = this.add('user', email, options);
    const clientId = options.clientId ?? this.clients.create({ projectNumber }).clientId;
    if (options.clientId === undefined) this.ownClients.set(email, clientId);
    return this.consent(email, clientId, options.scopes);
  }

  /** A user lets a client act within some scopes, without the consent page between. */
  consent(
    email: string,
    clientId: string,
    scopes: readonly string[] = [BUSINESS_MANAGE],
  ): UserCredentials {
    const account = this.known(email);
    if (account.kind !== 'user') throw new Error(`${email} is a service account, not a user`);
    const client = this.clients.known(clientId);
    return {
      client_id: clientId,
      client_secret: client.clientSecret,
      refresh_token: this.issueRefreshToken(email, client, new Set(scopes)),
    };
  }

  /** Notes a consent and gives out a refresh token for it. */
  issueRefreshToken(email: string, client: OAuthClient, scopes: ReadonlySet<string>): string {
    const { clientId, isTesting } = client;
    const consent = { email, clientId, scopes };
    this.consents.add(consent);
    return this.consents.issueRefreshToken(consent, isTesting ? TESTING_LIFETIME_MS : Infinity);
  }

  /** Gives a service account a new key in place of those it had. */
  rotateKey(email: string): KeyFile {
    const account = this.known(email);
    const { publicKey, privateKey } = newKeyPair();
    const keyId = newKeyId();
    account.keys = [{ keyId, publicKey }];
    return keyFile(email, keyId, privateKey);
  }

  /** Removes an account; its tokens are no longer good. */
  remove(email: string): void {
    this.revoke(email);
    this.accounts.delete(email);
    const ownClient = this.ownClients.get(email);
    this.ownClients.delete(email);
    if (ownClient !== undefined && this.clients.get(ownClient)) this.removeClient(ownClient);
  }

  /** Deletes an OAuth client; what users agreed to ends with its tokens. */
  removeClient(clientId: string): void {
    this.clients.remove(clientId);
    this.consents.revoke({ clientId });
    this.tokens.expire({ clientId });
  }

  /** Switches an account off, or on again: it gets no new tokens meanwhile. */
  disable(email: string, isDisabled = true): void {
    this.known(email).isDisabled = isDisabled;
  }

  /** Takes a user's consent back, to one client or to all: codes, refresh and access tokens end. */
  revoke(email: string, clientId?: string): void {
    this.known(email);
    this.consents.revoke(clientId === undefined ? { email } : { email, clientId });
    this.codes.revoke(email, clientId);
    this.tokens.expire({ email, clientId });
  }

  /** Ends a token, and with it the consent for which it was given; false when it is not good. */
  revokeToken(token: string): boolean {
    const found = this.tokens.find(token) ?? this.consents.findByRefreshToken(token);
    if (!found) return false;
    if (found.clientId === undefined) this.tokens.remove(token);
    else this.revoke(found.email, found.clientId);
    return true;
  }

  /** Ends all access tokens of an account, and tells how many there were. */
  expireTokens(email: string): number {
    this.known(email);
    return this.tokens.expire({ email });
  }

  /** Gives out an access token without a key, for tests; makes the account if there is none. */
  issue(
    email: string,
    scopes: Iterable<string>,
    lifetimeMs = this.tokenLifetimeSeconds * 1000,
    options: TokenOptions = {},
  ): string {
    const { kind } = this.accounts.get(email) ?? this.add('service account', email, {});
    if (options.clientId !== undefined) this.clients.known(options.clientId);
    const clientId =
      options.clientId ?? (kind === 'user' ? this.consents.find(email)?.clientId : undefined);
    const { isOffline = false } = options;
    const token = { email, scopes, lifetimeMs, isOffline };
    return this.tokens.issue(clientId === undefined ? token : { ...token, clientId });
  }

  /** The account of that email. */
  find(email: string): EmulatedAccount | undefined {
    return this.accounts.get(email);
  }

  /** All accounts, oldest first. */
  all(): EmulatedAccount[] {
    return [...this.accounts.values()];
  }

  /** What an access token stands for; undefined when it is not good. */
  accessToken(token: string): AccessToken | undefined {
    const found = this.tokens.find(token);
    return found && this.accounts.has(found.email) ? found : undefined;
  }

  /** Who calls with an access token; undefined when it is not good. */
  principal(token: string): Principal | undefined {
    const found = this.accessToken(token);
    const account = found && this.accounts.get(found.email);
    if (!found || !account) return undefined;
    const { email, scopes, clientId } = found;
    if (clientId === undefined) return { email, projectNumber: account.projectNumber, scopes };
    const { projectNumber } = this.clients.known(clientId);
    return { email, projectNumber, scopes, clientId };
  }

  /** Whether the project behind a caller has an API switched off. */
  isDisabled({ email, clientId }: Principal, api: ApiName): boolean {
    const client = clientId === undefined ? undefined : this.clients.get(clientId);
    const isOff = this.accounts.get(email)?.disabledApis.has(api) ?? false;
    return isOff || (client?.disabledApis.has(api) ?? false);
  }

  private add(
    kind: EmulatedAccount['kind'],
    email: string,
    options: AccountOptions,
  ): EmulatedAccount {
    if (!/^[^@\s]+@[^@\s]+$/.test(email))
      throw new Error(`Give the account an email, not ${email}`);
    if (this.accounts.has(email)) throw new Error(`There is an account ${email} already`);
    const account: EmulatedAccount = {
      email,
      kind,
      projectNumber: options.projectNumber ?? projectNumberOf(email),
      disabledApis: new Set(options.disabledApis),
      isDisabled: false,
      keys: [],
    };
    this.accounts.set(email, account);
    return account;
  }

  private known(email: string): EmulatedAccount {
    const account = this.accounts.get(email);
    if (!account) throw new Error(`There is no account ${email}: create it first`);
    return account;
  }
}
