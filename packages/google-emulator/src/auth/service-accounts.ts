import { createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { type EmulatorClock } from '../control/emulator-clock';
import { type ApiName } from '../http/route';
import { AccessTokens } from './access-tokens';
import { type AccountKey } from './assertion';
import { keyFile, projectNumberOf, type KeyFile } from './key-file';
import { type Principal } from './principal';
import { BUSINESS_MANAGE } from './scopes';
import { type ConsentingUser, type UserCredentials, Users } from './users';

/** What may be said of an account when it is made. */
export interface AccountOptions {
  /** Quotas are shared within a project; told by the domain of the email unless given. */
  readonly projectNumber?: string;
  /** The APIs that its project has not switched on. */
  readonly disabledApis?: readonly ApiName[];
}

/** What may be said of a user. */
export interface UserOptions extends AccountOptions {
  /** What the user has agreed to; managing Business Profiles unless told. */
  readonly scopes?: readonly string[];
}

/** An account that exists. */
export interface EmulatedAccount {
  readonly email: string;
  readonly kind: 'service account' | 'user';
  readonly projectNumber: string;
  readonly disabledApis: ReadonlySet<ApiName>;
  isDisabled: boolean;
  keys: readonly AccountKey[];
}

/** How long access tokens of Google are good. */
export const DEFAULT_TOKEN_SECONDS = 3600;

/** Those who may call: service accounts with keys, and users with refresh tokens. */
export class ServiceAccounts {
  /** How long access tokens are good; short ones make clients refresh. */
  tokenLifetimeSeconds = DEFAULT_TOKEN_SECONDS;
  private readonly accounts = new Map<string, EmulatedAccount>();
  private readonly tokens: AccessTokens;
  private readonly users = new Users();

  constructor(clock: EmulatorClock) {
    this.tokens = new AccessTokens(clock);
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

  /** Makes an ordinary user who has given a client the right to refresh tokens. */
  createUser(email: string, options: UserOptions = {}): UserCredentials {
    this.add('user', email, options);
    return this.users.create(email, options.scopes ?? [BUSINESS_MANAGE]);
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
    this.known(email);
    this.accounts.delete(email);
    this.users.remove(email);
    this.tokens.expire(email);
  }

  /** Switches an account off, or on again: it gets no new tokens meanwhile. */
  disable(email: string, isDisabled = true): void {
    this.known(email).isDisabled = isDisabled;
  }

  /** Takes a user's consent back: the refresh token and all access tokens end. */
  revoke(email: string): void {
    this.known(email);
    this.users.revoke(email);
    this.tokens.expire(email);
  }

  /** Ends all access tokens of an account, and tells how many there were. */
  expireTokens(email: string): number {
    this.known(email);
    return this.tokens.expire(email);
  }

  /** Gives out an access token without a key, for tests; makes the account if there is none. */
  issue(
    email: string,
    scopes: Iterable<string>,
    lifetimeMs = this.tokenLifetimeSeconds * 1000,
  ): string {
    if (!this.accounts.has(email)) this.add('service account', email, {});
    return this.tokens.issue(email, scopes, lifetimeMs);
  }

  /** The account of that email. */
  find(email: string): EmulatedAccount | undefined {
    return this.accounts.get(email);
  }

  /** All accounts, oldest first. */
  all(): EmulatedAccount[] {
    return [...this.accounts.values()];
  }

  /** The user whose client and refresh token these are. */
  findUser(clientId: string, clientSecret: string, refreshToken: string): ConsentingUser {
    return this.users.find(clientId, clientSecret, refreshToken);
  }

  /** Who calls with an access token; undefined when it is not good. */
  principal(token: string): Principal | undefined {
    const found = this.tokens.find(token);
    const account = found && this.accounts.get(found.email);
    if (!found || !account) return undefined;
    return { email: account.email, projectNumber: account.projectNumber, scopes: found.scopes };
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

function newKeyPair(): { publicKey: KeyObject; privateKey: string } {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { publicKey: pair.publicKey, privateKey };
}

function newKeyId(): string {
  return randomBytes(20).toString('hex');
}
