import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { ARRIVALS_PATH, READY_PATH } from './provider-paths';

const LATENCY_MS = { least: 5, most: 25 };
/** Longer than the pause between bursts: opening connections is not what is measured. */
const KEEP_ALIVE_MS = 60_000;

/** Notes when requests arrive and answers a little later: `node provider-server.js <port>`. */
function main(): void {
  let arrivals: number[] = [];
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const at = performance.now();
    if (request.url === READY_PATH) {
      response.end();
    } else if (request.url === ARRIVALS_PATH) {
      response.end(JSON.stringify(arrivals));
      arrivals = [];
    } else {
      arrivals.push(at);
      const { least, most } = LATENCY_MS;
      void delay(least + Math.random() * (most - least)).then(() => response.end());
    }
  });
  server.listen(Number(process.argv[2]), '127.0.0.1');
}

main();
