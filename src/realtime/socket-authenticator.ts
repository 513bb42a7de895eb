import { Injectable } from '@nestjs/common';
import { bearerToken, DomainError } from '@tributary/common';
import { TokenService } from '../auth';
import { type LiveSocket } from './live-socket';

/** The most sockets of one user in a process, so that one token cannot use it up. */
const MOST_SOCKETS_OF_A_USER = 50;

/** Decides who may connect, and as whom. */
@Injectable()
export class SocketAuthenticator {
  private readonly admitted = new Map<string, Set<LiveSocket>>();

  constructor(private readonly tokens: TokenService) {}

  /** Accepts a socket as the user of its token, or fails with the reason. */
  async authenticate(socket: LiveSocket): Promise<void> {
    const { token, last_event_id: lastEventId } = socket.handshake.auth;
    const given: unknown = token ?? bearerToken(socket.handshake.headers.authorization);
    if (typeof given !== 'string') {
      throw new DomainError('NOT_AUTHENTICATED', {
        detail: 'Not authenticated. Connect with auth: { token: <access token> }.',
      });
    }
    const { principal, expiresAt } = await this.tokens.verify(given);
    this.takePlace(principal.id, socket);
    socket.data = { userId: principal.id, expiresAt, lastEventId };
  }

  private takePlace(userId: string, socket: LiveSocket): void {
    // It disconnected while its token was checked, and no further event would report that.
    if (socket.conn.readyState !== 'open') return;
    const others = this.admitted.get(userId) ?? new Set();
    if (others.size >= MOST_SOCKETS_OF_A_USER) {
      throw new DomainError('TOO_MANY_REQUESTS', {
        detail: `This account has ${MOST_SOCKETS_OF_A_USER} live connections open here. Close one to open another.`,
      });
    }
    this.admitted.set(userId, others.add(socket));
    const leave = () => {
      others.delete(socket);
      if (others.size === 0) this.admitted.delete(userId);
    };
    socket.once('disconnect', leave);
    // A socket that closes before it was connected emits no disconnect event.
    socket.conn.once('close', leave);
  }
}
