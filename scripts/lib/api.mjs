import { Trouble } from './say.mjs';

const DEADLINE_MS = 30_000;

/** A JSON API over HTTP. An unsuccessful answer throws a {@link Trouble} that shows it. */
export class Api {
  #headers;

  constructor(url, headers = {}) {
    this.url = url;
    this.#headers = headers;
  }

  get(path) {
    return this.#call('GET', path);
  }

  /** `alsoFine` is an error status that counts as success. */
  post(path, body = {}, { alsoFine } = {}) {
    return this.#call('POST', path, body, alsoFine);
  }

  async #call(method, path, body, alsoFine) {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { ...this.#headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    const text = await response.text();
    if (response.ok || response.status === alsoFine) return JSON.parse(text);
    throw new Trouble(`${method} ${response.url} answered ${response.status}: ${text}`);
  }
}
