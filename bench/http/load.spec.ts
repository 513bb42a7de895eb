import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { load } from './load';

describe('load', () => {
  let server: Server;
  const neverAborted = new AbortController().signal;

  async function serve(listener: RequestListener): Promise<URL> {
    server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  }

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('sends that many requests over that many connections', async () => {
    let answered = 0;
    const url = await serve((_, response) => response.end(String(++answered)));
    const connections = jest.fn();
    server.on('connection', connections);

    const sample = await load({ url, requests: 200, concurrency: 4, signal: neverAborted });

    // One more for each connection opens it.
    expect(answered).toBe(204);
    expect(connections).toHaveBeenCalledTimes(4);
    expect(sample.requestsPerSecond).toBeGreaterThan(0);
    expect(sample.p99Ms).toBeGreaterThan(0);
  });

  it('does not count a refusal as an answer', async () => {
    const url = await serve((_, response) => response.writeHead(429).end());
    const refused = load({ url, requests: 10, concurrency: 2, signal: neverAborted });
    await expect(refused).rejects.toThrow('answered 429');
  });

  it('gives up on a server that hangs', async () => {
    const url = await serve(() => undefined);
    const limit = AbortSignal.timeout(50);
    const hanging = load({ url, requests: 10, concurrency: 2, signal: limit });
    await expect(hanging).rejects.toThrow('aborted due to timeout');
  });
});
