import { Injectable } from '@nestjs/common';
import { DomainError, SecretBox } from '@tributary/common';
import { ConnectionTokens, type UserCall } from '@tributary/google';
import { type ClaimedRun } from '@tributary/pipeline';
import { type ReviewConnection } from './review-connection';
import { ReviewConnectionRepository } from './review-connection.repository';
import { openRefreshToken } from './sealed-refresh-token';

/** Lets runs call Google for connections. */
@Injectable()
export class ConnectionCredentials {
  constructor(
    private readonly box: SecretBox,
    private readonly tokens: ConnectionTokens,
    private readonly connections: ReviewConnectionRepository,
  ) {}

  /** Calls Google for a connection; one whose consent Google does not accept is marked as revoked. */
  async use<Result>(
    run: Pick<ClaimedRun, 'owner' | 'signal'>,
    connectionId: string,
    work: (call: UserCall) => Promise<Result>,
  ): Promise<Result> {
    const connection = await this.connections.findById(connectionId);
    if (!connection) throw new DomainError('NOT_FOUND', { detail: 'The connection was deleted.' });
    // The runs of a job are many; one of them asks Google.
    if (connection.status === 'revoked') throw new DomainError('GOOGLE_CONSENT_REVOKED');
    const { owner, signal } = run;
    try {
      return await work({ credentials: this.credentialsOf(connection), owner, signal });
    } catch (error) {
      if (error instanceof DomainError && error.code === 'GOOGLE_CONSENT_REVOKED') {
        await this.connections.markRevoked(connection, error);
      }
      throw error;
    }
  }

  private credentialsOf(connection: ReviewConnection): UserCall['credentials'] {
    const refreshToken = openRefreshToken(this.box, connection);
    return this.tokens.credentialsOf({ id: connection.id, refreshToken });
  }
}
