import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type EmulatorClock } from '../control/emulator-clock';
import { type FaultEffect } from '../control/fault-definition';
import { type Faults } from '../control/faults';
import { type Latency } from '../control/latency';
import { type LogEntry, type RequestLog } from '../control/request-log';
import { pageAnswer, type Answer } from './answer';
import { Delivery } from './delivery';
import { disturbanceOf, replacedAnswer } from './fault-answer';
import { queryObject, readIncoming, type Incoming } from './incoming';
import { readBody } from './request-body';
import { type Work } from './work';

/** What the server needs to serve. */
export interface ServerParts {
  readonly clock: EmulatorClock;
  readonly faults: Faults;
  readonly latency: Latency;
  readonly log: RequestLog;
  /** Finds who is asked by whom. */
  accept(request: Incoming, body: Buffer | undefined): Work;
  /** The answer of the emulator itself; undefined when the request is for an API. */
  admin(
    request: Incoming,
    body: Buffer | undefined,
  ): Promise<Answer | undefined> | Answer | undefined;
  /** Is told of errors that nobody expects. */
  onInternalError(error: unknown): void;
}

/** No URL that is longer is safe with Google. */
const MAX_URL_BYTES = 8192;
/** As long as Node reads it, so that a URL which is too long gets the page and no bare 431. */
const MAX_HEADER_BYTES = 256 * 1024;
/** Google keeps connections for minutes; a short time here would reset clients by chance. */
const KEEP_ALIVE_MS = 240_000;

/** Serves requests over HTTP, with what the scene says about faults and latency. */
export class HttpServer {
  private readonly server: Server;

  constructor(private readonly parts: ServerParts) {
    const options = { keepAlive: true, maxHeaderSize: MAX_HEADER_BYTES };
    this.server = createServer(options, (request, response) => {
      this.serve(request, response).catch((error: unknown) => {
        parts.onInternalError(error);
        response.destroy();
      });
    });
    this.server.keepAliveTimeout = KEEP_ALIVE_MS;
  }

  /** Listens, and gives the port. */
  async listen(host: string, port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.off('error', reject);
        resolve();
      });
    });
    return (this.server.address() as AddressInfo).port;
  }

  /** Stops listening and ends every connection at once, with what hangs on it. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private async serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = readIncoming(message);
    const delivery = new Delivery(response, acceptsGzip(message), this.parts.clock);
    const isAdmin = /^\/emulator(?:\/|$)/.test(request.path);
    const entry = isAdmin ? undefined : this.writeDown(request);
    let body: Buffer | undefined;
    try {
      body = await readBody(message);
    } catch {
      // The client went away before it had said everything.
      return;
    }
    if (entry) await this.serveApi(request, body, delivery, entry);
    else await this.serveAdmin(request, body, delivery);
  }

  private async serveAdmin(
    request: Incoming,
    body: Buffer | undefined,
    delivery: Delivery,
  ): Promise<void> {
    await delivery.send((await this.parts.admin(request, body)) ?? pageAnswer(404));
    await delivery.finish();
  }

  private async serveApi(
    request: Incoming,
    body: Buffer | undefined,
    delivery: Delivery,
    entry: LogEntry,
  ): Promise<void> {
    const work = this.parts.accept(request, body);
    const { api, route, account, metric, cost } = work;
    Object.assign(entry, given({ api, route, account, metric, cost }));
    const fault = this.parts.faults.next({ api, route, account, path: request.path });
    if (fault) entry.fault = fault.kind;
    await delivery.wait(this.parts.latency.next(api));
    try {
      await this.respond(request, work, fault, delivery, entry);
    } finally {
      entry.durationMs = performance.now() - request.arrivedAt;
      entry.responseBytes = delivery.bytes;
    }
    await delivery.finish(disturbanceOf(fault));
  }

  private async respond(
    request: Incoming,
    work: Work,
    fault: FaultEffect | undefined,
    delivery: Delivery,
    entry: LogEntry,
  ): Promise<void> {
    if (delivery.isOver) return;
    if (fault?.kind === 'hang') return delivery.hang();
    if (fault?.kind === 'reset') return delivery.reset();
    const answer =
      request.urlBytes > MAX_URL_BYTES ? pageAnswer(414) : await replacedAnswer(work, fault);
    entry.status = answer.status;
    await delivery.send(answer, disturbanceOf(fault));
  }

  private writeDown({ method, path, query, arrivedAt }: Incoming): LogEntry {
    const { clock, log } = this.parts;
    return log.add({ time: clock.now(), arrivedAt, method, path, query: queryObject(query) });
  }
}

function acceptsGzip({ headers }: IncomingMessage): boolean {
  return /(?:^|,)\s*(?:gzip|\*)\s*(?:$|,|;\s*q=(?!0(?:\.0*)?\s*(?:$|,)))/i.test(
    String(headers['accept-encoding'] ?? ''),
  );
}

function given<T extends object>(values: T): Partial<T> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}
