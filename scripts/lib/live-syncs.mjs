import { Trouble } from './say.mjs';

const CONNECT_DEADLINE_MS = 10_000;
const SYNC_DEADLINE_MS = 180_000;
const ENDS = ['sheet:sync:completed', 'sheet:sync:failed'];

/** The live events of a user's syncs, over Socket.IO. */
export class LiveSyncs {
  #socket;
  #ends = [];

  constructor(socket) {
    this.#socket = socket;
    for (const name of ENDS) socket.on(name, (event) => this.#ends.push(event));
  }

  static async connect(url, token) {
    // Not imported above: on a fresh clone this file is read before anything is installed.
    const { io } = await import('socket.io-client');
    const socket = io(url, {
      transports: ['websocket'],
      reconnection: false,
      timeout: CONNECT_DEADLINE_MS,
      auth: { token },
    });
    const syncs = new LiveSyncs(socket);
    await new Promise((resolve, reject) => {
      socket.once('events:ready', resolve);
      socket.once('connect_error', ({ message }) =>
        reject(new Trouble(`Cannot subscribe to live events: ${message}`)),
      );
    });
    return syncs;
  }

  onProgress(listener) {
    this.#socket.off('sheet:sync:progress').on('sheet:sync:progress', listener);
  }

  /** Forgets the terminal events received so far. */
  forget() {
    this.#ends = [];
  }

  /** The first terminal event that matches, including those received already. */
  end(fits) {
    const known = this.#ends.find(fits);
    if (known) return known;
    return new Promise((resolve, reject) => {
      const give = (event) => fits(event) && resolve(event);
      for (const name of ENDS) this.#socket.on(name, give);
      this.#socket.once('disconnect', (why) =>
        reject(new Trouble(`The live event connection closed: ${why}.`)),
      );
      setTimeout(
        () => reject(new Trouble('A sync did not finish within three minutes.')),
        SYNC_DEADLINE_MS,
      ).unref();
    });
  }

  close() {
    this.#socket.close();
  }
}
