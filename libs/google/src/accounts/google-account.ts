import { type ServiceAccountTokens } from './service-account-tokens';

/** A service account that calls Google for us. */
export interface GoogleAccount {
  /** Its own address; the quota is counted for it. */
  readonly email: string;
  /** The address that people are asked to share with. */
  readonly shareWith: string;
  readonly tokens: ServiceAccountTokens;
}
