import { DomainError } from '@tributary/common';
import { type ServiceAccountKey } from '@tributary/config';
import { createHash } from 'node:crypto';
import { type GoogleAccount } from './google-account';
import { tokenRequester } from './request-token';
import { ServiceAccountTokens } from './service-account-tokens';
import '../errors/google.errors';

/** The scopes that we need: reading sheets, and seeing when they changed. */
const SCOPES = [
  'https://www.googleapis.com/auth/spreadsheets.readonly',
  'https://www.googleapis.com/auth/drive.metadata.readonly',
];

/** The options of a {@link GoogleAccountPool}. */
export interface GoogleAccountPoolOptions {
  readonly keys: readonly ServiceAccountKey[];
  /** Shown instead of the address of a single account. */
  readonly shareWith?: string | undefined;
  readonly tokenEndpoint: string;
}

/** The service accounts that call Google for us, each with a quota of its own. */
export class GoogleAccountPool {
  private readonly accounts: readonly GoogleAccount[];

  constructor({ keys, shareWith, tokenEndpoint }: GoogleAccountPoolOptions) {
    const requestToken = tokenRequester(tokenEndpoint);
    this.accounts = keys.map((key) => ({
      email: key.email,
      quotaScope: key.email,
      shareWith: shareWith ?? key.email,
      tokens: new ServiceAccountTokens(key, SCOPES, requestToken),
    }));
  }

  /** All of them. */
  get all(): readonly GoogleAccount[] {
    return this.accounts;
  }

  /** The account for a name, always the same one; different names are spread over all accounts. */
  accountFor(name: string): GoogleAccount {
    // Rendezvous hashing: an additional account takes its share and the other assignments stay.
    const weights = this.accounts.map((account) => ({ account, weight: weigh(account, name) }));
    const [first] = weights.sort((one, other) => (one.weight < other.weight ? 1 : -1));
    if (!first) throw new DomainError('GOOGLE_NOT_CONFIGURED');
    return first.account;
  }

  /** The account of that address, or the only one when none is named. */
  named(email?: string): GoogleAccount {
    const account =
      email === undefined ? this.accounts[0] : this.accounts.find((known) => known.email === email);
    if (account) return account;
    throw new DomainError('GOOGLE_NOT_CONFIGURED', {
      ...(email === undefined
        ? {}
        : {
            detail: `The service account ${email} is not in GOOGLE_SERVICE_ACCOUNT_JSON any more.`,
          }),
    });
  }
}

function weigh({ email }: GoogleAccount, name: string): string {
  return createHash('sha256').update(`${email}\0${name}`).digest('hex');
}
