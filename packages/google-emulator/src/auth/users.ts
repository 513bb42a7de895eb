import { randomBytes } from 'node:crypto';
import { invalidGrant, OAuthError } from './oauth-error';

/** What a client stores to act for a user. */
export interface UserCredentials {
  readonly client_id: string;
  readonly client_secret: string;
  readonly refresh_token: string;
}

/** A user who lets a client act within some scopes. */
export interface ConsentingUser {
  readonly email: string;
  readonly scopes: ReadonlySet<string>;
}

/** The users who let a client act for them, each with a client of its own. */
export class Users {
  private readonly byClient = new Map<string, UserCredentials & ConsentingUser>();
  private readonly deletedClients = new Set<string>();

  /** Makes a client and a refresh token for a user. */
  create(email: string, scopes: Iterable<string>): UserCredentials {
    const credentials = {
      client_id: `${randomBytes(6).readUIntBE(0, 6)}-emulator.apps.googleusercontent.com`,
      client_secret: `GOCSPX-${randomBytes(21).toString('base64url')}`,
      refresh_token: `1//0${randomBytes(48).toString('base64url')}`,
    };
    this.byClient.set(credentials.client_id, {
      ...credentials,
      email,
      scopes: new Set(scopes),
    });
    return credentials;
  }

  /** Ends the refresh token of a user. */
  revoke(email: string): void {
    for (const [id, user] of this.byClient) {
      if (user.email === email) this.byClient.set(id, { ...user, refresh_token: '' });
    }
  }

  /** Forgets a user and the client. */
  remove(email: string): void {
    for (const [id, user] of this.byClient) {
      if (user.email !== email) continue;
      this.byClient.delete(id);
      this.deletedClients.add(id);
    }
  }

  /** The user to whom a refresh token belongs; throws an OAuthError. */
  find(clientId: string, clientSecret: string, refreshToken: string): ConsentingUser {
    if (this.deletedClients.has(clientId)) {
      throw new OAuthError(401, 'deleted_client', 'The OAuth client was deleted.');
    }
    const user = this.byClient.get(clientId);
    if (!user) throw new OAuthError(401, 'invalid_client', 'The OAuth client was not found.');
    if (user.client_secret !== clientSecret) {
      throw new OAuthError(401, 'invalid_client', 'The provided client secret is invalid.');
    }
    if (refreshToken === '' || user.refresh_token !== refreshToken) {
      throw invalidGrant('Token has been expired or revoked.');
    }
    return user;
  }
}
