import { type LiveEvent, type LiveEventName, type StreamMessages } from '@tributary/contracts';
import { SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { testEnvironment } from './environment';
import { eventually } from './eventually';

const { JWT_SECRET, JWT_ISSUER, JWT_AUDIENCE } = testEnvironment();

/** The id of a user whom nobody else has. */
export function newUser(): string {
  return `user-${randomUUID()}`;
}

/** A token as the service itself would issue it. */
export function tokenFor(userId: string, secondsLeft = 3600): Promise<string> {
  return new SignJWT({ role: 'user' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setIssuer(JWT_ISSUER)
    .setAudience(JWT_AUDIENCE)
    .setExpirationTime(Math.floor(Date.now() / 1000) + secondsLeft)
    .sign(new TextEncoder().encode(JWT_SECRET));
}

/** How a client connects; without `token` it says nothing about itself. */
export interface LiveClientOptions extends Partial<ManagerOptions & SocketOptions> {
  token?: string;
  last_event_id?: unknown;
}

interface Refusal extends Error {
  data?: { code: string };
}

/** A frontend: a real Socket.IO client that writes down what it is told. */
export class LiveClient {
  readonly received: { name: string; message: LiveEvent }[] = [];
  readonly socket: Socket;
  /** Why it was refused, when it was. */
  refusal: Refusal | undefined;
  /** Why it was disconnected, when it was. */
  disconnected: string | undefined;

  constructor(url: string, { token, last_event_id, ...options }: LiveClientOptions = {}) {
    this.socket = io(url, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth: { token, last_event_id },
      ...options,
    });
    this.socket.onAny((name: string, message: LiveEvent) => this.received.push({ name, message }));
    this.socket.on('connect_error', (error) => (this.refusal = error as Refusal));
    this.socket.on('disconnect', (reason) => (this.disconnected = reason));
    open.push(this.socket);
  }

  /** A client of this user that is told everything from here on. */
  static async following(
    url: string,
    userId: string,
    options: LiveClientOptions = {},
  ): Promise<LiveClient> {
    const client = new LiveClient(url, { token: await tokenFor(userId), ...options });
    await client.hears('events:ready');
    return client;
  }

  /** Live events only, without what the server says about the stream. */
  get events(): { name: string; message: LiveEvent }[] {
    return this.received.filter(({ name }) => !name.startsWith('events:'));
  }

  /** The runs that its events were about, in order. */
  get runs(): string[] {
    return this.events.map(({ message }) => message.run_id);
  }

  /** What it would send to go on from here. */
  get lastEventId(): string | undefined {
    return this.received.findLast(({ message }) => message.event_id)?.message.event_id;
  }

  /** Waits for the first message that has one of these names. */
  async hears(...names: (LiveEventName | keyof StreamMessages)[]): Promise<LiveEvent> {
    const wanted: string[] = names;
    const find = () => this.received.find(({ name }) => wanted.includes(name))?.message;
    return eventually(`the client hears ${names.join(' or ')}`, find);
  }

  async hearsRuns(count: number): Promise<string[]> {
    const find = () => (this.runs.length >= count ? this.runs : undefined);
    return eventually(`the client hears of ${count} runs`, find);
  }

  async isConnected(): Promise<true> {
    return eventually('the client is connected', () => this.socket.connected || undefined);
  }

  async isRefused(): Promise<Refusal> {
    return eventually('the client is refused', () => this.refusal);
  }

  async isDisconnected(): Promise<string> {
    return eventually('the client is disconnected', () => this.disconnected);
  }

  close(): void {
    this.socket.disconnect();
  }
}

const open: Socket[] = [];

afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
