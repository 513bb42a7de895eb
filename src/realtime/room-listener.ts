import { type LiveChannel, type PublishedEvent } from './live-channel';
import { type Subscriber } from './subscriber';

/** The most events buffered for a socket that is catching up; more are read from the stream. */
const MOST_EVENTS = 500;

/** Buffers what is published to a room for a socket that is about to join it. */
export class RoomListener {
  private readonly address: Buffer;
  private events: PublishedEvent[] = [];
  private isFull = false;

  constructor(
    private readonly subscriber: Subscriber,
    private readonly channel: LiveChannel,
    room: string,
  ) {
    this.address = Buffer.from(channel.of(room));
    subscriber.on('pmessageBuffer', this.listen);
  }

  /** The events received since the last call; undefined when there were too many. */
  take(): PublishedEvent[] | undefined {
    const heard = this.isFull ? undefined : this.events;
    this.events = [];
    this.isFull = false;
    return heard;
  }

  stop(): void {
    this.subscriber.off('pmessageBuffer', this.listen);
  }

  private readonly listen = (_pattern: string, address: Buffer, message: Buffer): void => {
    if (!address.equals(this.address)) return;
    const heard = this.channel.eventIn(message);
    if (this.events.length === MOST_EVENTS) this.isFull = true;
    else if (heard) this.events.push(heard);
  };
}
