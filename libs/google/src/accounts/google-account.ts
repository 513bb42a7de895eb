import { type GoogleCredentials } from '../tokens/google-credentials';

/** A service account that calls Google for us; its quota is counted for its address. */
export interface GoogleAccount extends GoogleCredentials {
  /** Its own address. */
  readonly email: string;
  /** The address that people are asked to share with. */
  readonly shareWith: string;
}
