import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A loopback port that is free at this moment; another program may take it a moment later. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
