import { type LiveEvent, type LiveEventName, type StreamMessages } from '@tributary/contracts';
import { type Server, type Socket } from 'socket.io';

/** The events that the server sends to clients. */
type ServerMessages = {
  [Name in LiveEventName]: (event: LiveEvent) => void;
} & {
  [Name in keyof StreamMessages]: (message: StreamMessages[Name]) => void;
};

/** Clients send nothing. */
type ClientMessages = Record<string, never>;

/** What is known of a connection since its handshake. */
export interface SocketData {
  userId: string;
  /** When its token expires, in milliseconds since 1970. */
  expiresAt: number;
  /**
   * The id of the last event that was sent to the client; at first, the one that the client claims.
   */
  lastEventId: unknown;
}

export type LiveServer = Server<ClientMessages, ServerMessages, ClientMessages, SocketData>;
export type LiveSocket = Socket<ClientMessages, ServerMessages, ClientMessages, SocketData>;
