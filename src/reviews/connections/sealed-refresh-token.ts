import { type SecretBox } from '@tributary/common';
import { type ConnectionKey, type ReviewConnection } from './review-connection';

/** Seals a refresh token so that it opens for that user and that Google account only. */
export function sealRefreshToken(box: SecretBox, key: ConnectionKey, refreshToken: string): string {
  return box.seal(refreshToken, boundTo(key));
}

/** Opens the refresh token of a connection. */
export function openRefreshToken(box: SecretBox, connection: ReviewConnection): string {
  return box.open(connection.refresh_token_sealed, boundTo(connection));
}

function boundTo({ user_id, google_user_id }: ConnectionKey): string {
  return `review-connection:${user_id}:${google_user_id}`;
}
