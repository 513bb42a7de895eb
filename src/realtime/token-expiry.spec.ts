import { EventEmitter } from 'node:events';
import { type LiveSocket } from './live-socket';
import { disconnectAtExpiry } from './token-expiry';

const DAY_MS = 24 * 3_600_000;

/** As much of a socket as an expiry touches; weeks cannot be waited for over a real one. */
class SocketOfWeeks extends EventEmitter {
  readonly said: string[] = [];
  isConnected = true;
  readonly data;

  constructor(daysLeft: number) {
    super();
    this.data = {
      userId: 'mai',
      expiresAt: Date.now() + daysLeft * DAY_MS,
      lastEventId: undefined,
    };
  }

  override emit(name: string): boolean {
    this.said.push(name);
    return super.emit(name);
  }

  disconnect(): void {
    this.isConnected = false;
    super.emit('disconnect');
  }
}

describe('disconnectAtExpiry', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const connect = (daysLeft: number) => {
    const socket = new SocketOfWeeks(daysLeft);
    disconnectAtExpiry(socket as unknown as LiveSocket);
    return socket;
  };

  it('waits for weeks when the token is good for so long', () => {
    const socket = connect(60);
    jest.advanceTimersByTime(60 * DAY_MS - 1);
    expect(socket.isConnected).toBe(true);
    jest.advanceTimersByTime(1);
    expect(socket).toMatchObject({ isConnected: false, said: ['events:expired'] });
  });

  it('leaves no timer behind when the socket goes first', () => {
    connect(60).disconnect();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('does not let a token in that expired on the way', () => {
    expect(connect(-1).isConnected).toBe(false);
  });
});
