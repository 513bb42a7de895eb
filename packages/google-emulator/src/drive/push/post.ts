import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** Sends a POST without a body and gives the status of the answer. */
export function post(
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number> {
  const send = address.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    // No pool: a connection that is kept would outlive the emulator.
    const sent = send(address, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': '0' },
      agent: false,
      signal,
    });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      answer.destroy();
      resolve(answer.statusCode ?? 0);
    });
    sent.end();
  });
}
