import { type CallOptions } from '../http/google-call';
import { type GoogleCredentials } from '../tokens/google-credentials';

/** A call for a Google user: with a token that was given, or with those of a connection. */
export interface UserCall extends CallOptions {
  readonly credentials: GoogleCredentials;
}
