import { Injectable, Logger } from '@nestjs/common';
import { createAdapter } from '@socket.io/redis-adapter';
import { Redis } from 'ioredis';
import { setTimeout as delay } from 'node:timers/promises';
import { isBeyond } from './event-id';
import { EventStream } from './event-stream';
import { LiveChannel, roomOf, type PublishedEvent } from './live-channel';
import { type LiveServer, type LiveSocket } from './live-socket';
import { RoomListener } from './room-listener';
import { Subscriber } from './subscriber';

const RETRY_PAUSE_MS = 1_000;
/** How many sockets catch up at once when Redis is available again. */
const AT_ONCE = 50;

/**
 * Joins every socket to its user's room at a moment when it has all earlier events and none of the
 * later ones, so that it gets each of them once and in order: when it connects, and again whenever
 * the connection to Redis was lost.
 */
@Injectable()
export class SocketCatchUp {
  private readonly logger = new Logger(SocketCatchUp.name);
  private server: LiveServer;
  private isListening = false;
  /** How often the connection to Redis was lost: work that began before a loss is void after it. */
  private losses = 0;

  constructor(
    private readonly redis: Redis,
    private readonly subscriber: Subscriber,
    private readonly channel: LiveChannel,
    private readonly stream: EventStream,
  ) {}

  /** Connects the sockets of a server with the events of all processes. */
  serve(server: LiveServer): void {
    this.server = server;
    this.subscriber.on('ready', () => void this.startListening());
    this.subscriber.on('close', () => this.stopListening());
    const { key, parser } = this.channel;
    server.adapter(createAdapter(this.redis, this.subscriber, { key, parser }));
  }

  /**
   * Sends a socket what it missed, then live events; not before the subscription to Redis works.
   */
  async add(socket: LiveSocket): Promise<void> {
    socket.onAnyOutgoing((_name, message: { event_id?: string }) => {
      socket.data.lastEventId = message.event_id ?? socket.data.lastEventId;
    });
    if (this.isListening) await this.follow(socket);
  }

  private async startListening(): Promise<void> {
    const { losses } = this;
    try {
      await this.everythingHeard();
      if (losses !== this.losses) return;
    } catch (error) {
      const isLost = losses !== this.losses;
      if (!isLost) this.logger.error({ err: error, msg: 'Subscription to live events failed' });
      return;
    }
    this.isListening = true;
    const sockets = [...this.server.sockets.sockets.values()];
    for (let first = 0; first < sockets.length; first += AT_ONCE) {
      const some = sockets.slice(first, first + AT_ONCE);
      await Promise.all(some.map((socket) => this.follow(socket)));
    }
  }

  /** Sockets leave their rooms: an event after the gap must not reach them before those inside. */
  private stopListening(): void {
    this.isListening = false;
    this.losses += 1;
    for (const socket of this.server.sockets.sockets.values()) {
      void socket.leave(roomOf(socket.data.userId));
    }
  }

  private async follow(socket: LiveSocket): Promise<void> {
    const { losses } = this;
    const isVoid = () => losses !== this.losses || !socket.connected;
    while (!isVoid()) {
      try {
        return await this.catchUp(socket, isVoid);
      } catch (error) {
        this.logger.debug({ err: error, msg: 'Socket catch-up failed, retrying' });
        await delay(RETRY_PAUSE_MS, undefined, { ref: false });
      }
    }
  }

  /** Sends what was missed, then what was published meanwhile, and joins the room at once. */
  private async catchUp(socket: LiveSocket, isVoid: () => boolean): Promise<void> {
    const room = roomOf(socket.data.userId);
    const listener = new RoomListener(this.subscriber, this.channel, room);
    try {
      let knowsAll = true;
      let heard: PublishedEvent[] | undefined;
      do {
        listener.take();
        knowsAll = (await this.sendMissed(socket, isVoid)) && knowsAll;
        // What was just sent may be on its way to the room too, where it must not find the socket.
        await this.everythingHeard();
        if (isVoid()) return;
        heard = listener.take();
      } while (!heard);
      sendNew(socket, heard);
      if (knowsAll) socket.emit('events:ready', { event_id: String(socket.data.lastEventId) });
      void socket.join(room);
    } finally {
      listener.stop();
    }
  }

  /** Whether all missed events are known. */
  private async sendMissed(socket: LiveSocket, isVoid: () => boolean): Promise<boolean> {
    for (;;) {
      const { userId, lastEventId: last } = socket.data;
      const { events, isComplete, lastEventId, hasMore } = await this.stream.after(userId, last);
      if (isVoid()) return isComplete;
      for (const { name, event } of events) socket.emit(name, event);
      socket.data.lastEventId = lastEventId;
      if (!isComplete) socket.emit('events:reload', { event_id: lastEventId });
      if (!isComplete || !hasMore) return isComplete;
    }
  }

  /**
   * Resolves when everything published so far has been received: Redis confirms the subscription,
   * which exists already, after the messages that it sent before.
   */
  private async everythingHeard(): Promise<void> {
    await this.subscriber.psubscribe(this.channel.pattern);
  }
}

/** Some of the received events may have been read before. */
function sendNew(socket: LiveSocket, heard: PublishedEvent[]): void {
  for (const { name, event } of heard) {
    if (isBeyond(event.event_id, socket.data.lastEventId)) socket.emit(name, event);
  }
}
