import { type LiveEvent, type LiveEventName, type StreamMessages } from '@tributary/contracts';
import { type Server, type Socket } from 'socket.io';

/** Everything a server ever says to a client. */
type ServerMessages = {
  [Name in LiveEventName]: (event: LiveEvent) => void;
} & {
  [Name in keyof StreamMessages]: (message: StreamMessages[Name]) => void;
};

/** Clients only listen. */
type ClientMessages = Record<string, never>;

/** What is known of a connection since its handshake. */
export interface SocketData {
  userId: string;
  /** From when on its token is refused, in milliseconds since 1970. */
  expiresAt: number;
  /** The id of the last event that the client was sent, or said it was sent; any claim at first. */
  lastEventId: unknown;
}

export type LiveServer = Server<ClientMessages, ServerMessages, ClientMessages, SocketData>;
export type LiveSocket = Socket<ClientMessages, ServerMessages, ClientMessages, SocketData>;
