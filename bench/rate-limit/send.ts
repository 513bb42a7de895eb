import { Agent, get } from 'node:http';

const DEADLINE_MS = 10_000;

/** As many connections as there are requests under way, which stay open for the next ones. */
const agent = new Agent({ keepAlive: true });

/** Sends a request; anything but 200 is a failure. Costs less of the machine than `fetch`. */
export function send(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, timeout: DEADLINE_MS }, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    request.once('timeout', () => request.destroy(new Error(`${url} did not answer in time`)));
    request.once('error', reject);
  });
}
