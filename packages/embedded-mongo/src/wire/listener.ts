import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Connection, type Runner } from './connection';
import type { ProtocolError } from './protocol';

/** Accepts clients on a TCP port and gives each a connection. */
export class Listener {
  private readonly server: Server;
  private readonly connections = new Set<Connection>();
  private created = 0;

  constructor(
    private readonly runner: Runner,
    private readonly onProtocolError: (error: ProtocolError) => void = () => undefined,
  ) {
    this.server = createServer((socket) => this.accept(socket));
  }

  /** Starts to listen; port 0 takes any free one. Returns the port. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.off('error', reject);
        resolve((this.server.address() as AddressInfo).port);
      });
    });
  }

  /** How many clients there are, and how many there have been. */
  counts(): { current: number; totalCreated: number } {
    return { current: this.connections.size, totalCreated: this.created };
  }

  /** Stops accepting, cuts all connections and waits for the commands that ran for them. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    await Promise.all([...this.connections].map((connection) => connection.close()));
    await closed;
  }

  private accept(socket: Socket): void {
    const connection = new Connection(socket, ++this.created, this.runner, this.onProtocolError);
    this.connections.add(connection);
    socket.once('close', () => this.connections.delete(connection));
  }
}
