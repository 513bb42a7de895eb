import { type LiveSocket } from './live-socket';

/** setTimeout takes anything longer for zero. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Disconnects a socket when its token expires, with the reason. */
export function disconnectAtExpiry(socket: LiveSocket): void {
  let timer: NodeJS.Timeout | undefined;
  const check = () => {
    const left = socket.data.expiresAt - Date.now();
    if (left > 0) {
      timer = setTimeout(check, Math.min(left, LONGEST_TIMER_MS));
    } else {
      socket.emit('events:expired', {});
      socket.disconnect(true);
    }
  };
  check();
  socket.once('disconnect', () => clearTimeout(timer));
}
