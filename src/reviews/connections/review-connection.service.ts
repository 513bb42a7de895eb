import { Injectable, Logger } from '@nestjs/common';
import { DomainError, SecretBox } from '@tributary/common';
import { ConnectionTokens, GoogleOAuth } from '@tributary/google';
import { RunService, type Triggered } from '@tributary/pipeline';
import { REVIEW_SYNC } from '../incremental/review-sync.kinds';
import { type ReviewConnection } from './review-connection';
import { ReviewConnectionRepository } from './review-connection.repository';
import { openRefreshToken } from './sealed-refresh-token';

/** Users' connections to their Google accounts. */
@Injectable()
export class ReviewConnectionService {
  private readonly logger = new Logger(ReviewConnectionService.name);

  constructor(
    private readonly box: SecretBox,
    private readonly oauth: GoogleOAuth,
    private readonly tokens: ConnectionTokens,
    private readonly connections: ReviewConnectionRepository,
    private readonly runs: RunService,
  ) {}

  /** A user's connections, oldest first, and how many there are in all. */
  list(userId: string, offset: number, limit: number): Promise<[ReviewConnection[], number]> {
    return this.connections.list(userId, offset, limit);
  }

  /** A user's connection; NOT_FOUND for another's. */
  async get(userId: string, id: string): Promise<ReviewConnection> {
    return found(await this.connections.find(userId, id));
  }

  /** Includes a connection in scheduled syncs, or leaves it out. */
  async setEnabled(userId: string, id: string, enabled: boolean): Promise<ReviewConnection> {
    return found(await this.connections.setEnabled(userId, id, enabled));
  }

  /** Starts a sync, unless one is active; with `isFull`, one that lists every location. */
  async sync(userId: string, id: string, isFull: boolean): Promise<Triggered> {
    const connection = await this.get(userId, id);
    if (connection.status === 'revoked') throw new DomainError('GOOGLE_CONSENT_REVOKED');
    return this.request(connection, isFull);
  }

  /** The same for a connection that was just made. */
  request({ id, user_id }: ReviewConnection, isFull: boolean): Promise<Triggered> {
    return this.runs.trigger(REVIEW_SYNC, {
      subject: id,
      owner: user_id,
      payload: { full: isFull },
      priority: 'high',
    });
  }

  /** Deletes a connection and stops its sync; the reviews stay. */
  async delete(userId: string, id: string): Promise<void> {
    const connection = found(await this.connections.delete(userId, id));
    this.tokens.forget(id);
    await this.cancelSync(id);
    await this.revoke(connection);
  }

  private async cancelSync(id: string): Promise<void> {
    const active = await this.runs.findActive(REVIEW_SYNC, id);
    if (!active) return;
    try {
      await this.runs.cancel(active.id);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'RUN_ENDED') throw error;
    }
  }

  /** Google revokes what an account allowed us as a whole, also what others connected. */
  private async revoke(connection: ReviewConnection): Promise<void> {
    if (await this.connections.isConnected(connection.google_user_id)) return;
    try {
      await this.oauth.revoke(openRefreshToken(this.box, connection));
    } catch (error) {
      this.logger.warn({ err: error, msg: 'Consent of a deleted connection not revoked' });
    }
  }
}

function found(connection: ReviewConnection | undefined): ReviewConnection {
  if (connection) return connection;
  throw new DomainError('NOT_FOUND', { detail: 'Connection not found' });
}
