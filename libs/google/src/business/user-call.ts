import { type CallOptions } from '../http/google-call';
import { type GoogleCredentials } from '../tokens/google-credentials';

/** The options of a call for a Google user: with a token from outside, or those of a connection. */
export interface UserCall extends CallOptions {
  readonly credentials: GoogleCredentials;
}
