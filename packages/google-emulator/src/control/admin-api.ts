import { AdminError, type AdminRoute } from './admin-route';
import { type Answer } from '../http/answer';
import { ApiError } from '../http/api-error';
import { type HttpStatus } from '../http/http-status';
import { type Incoming } from '../http/incoming';
import { parseJsonBody } from '../http/request-body';
import { findRoute } from '../http/router';

const PREFIX = '/emulator';
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** Answers the requests to the emulator itself, all of them under `/emulator/`. */
export class AdminApi {
  private readonly routes: readonly AdminRoute[];

  constructor(routes: readonly AdminRoute[]) {
    const list: AdminRoute = {
      method: 'GET',
      path: /^\/?$/,
      doc: 'This list.',
      handle: () => ({ routes: this.routes.map(described) }),
    };
    this.routes = [list, ...routes];
  }

  /** The answer to a request. */
  async answer(request: Incoming, body: Buffer | undefined): Promise<Answer> {
    if (!isLocal(request)) {
      return refused(403, `${PREFIX}/ is answered only to this machine: call it on localhost`);
    }
    const path = request.path.slice(PREFIX.length);
    const found = findRoute(this.routes, request.method, path);
    if (!found?.params) {
      return refused(
        404,
        `There is no ${request.method} ${request.path}; GET ${PREFIX}/ lists all`,
      );
    }
    try {
      const { params, route } = found;
      const given = parseJsonBody(body);
      return answered(
        200,
        (await route.handle({ params, query: request.query, body: given })) ?? {},
      );
    } catch (error) {
      return refused(400, explain(error));
    }
  }
}

// A page in a browser must not reach the emulator, be it by its own name for this machine.
function isLocal({ headers }: Incoming): boolean {
  const { host = '', origin } = headers;
  const isLocalPage = origin === undefined || LOOPBACK.test(origin.replace(/^https?:\/\//, ''));
  return LOOPBACK.test(host) && isLocalPage;
}

/** Errors of these kinds are sentences for whoever sets the scene; others are mistakes in here. */
function explain(error: unknown): string {
  if (error instanceof AdminError || error instanceof ApiError) return error.message;
  if (error instanceof Error && error.constructor === Error) return error.message;
  throw error;
}

function described({ method, path, doc }: AdminRoute): Record<string, string> {
  const readable = path.source
    .replace(/^\^|\$$/g, '')
    .replace(/\(\?<(\w+)>[^)]*\)/g, '{$1}')
    .replace(/\\?\/\??/g, '/');
  return { method, path: `${PREFIX}${readable}`, doc };
}

function refused(status: HttpStatus, detail: string): Answer {
  return answered(status, { detail });
}

function answered(status: HttpStatus, value: unknown): Answer {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  return { status, headers: { 'Content-Type': 'application/json; charset=utf-8' }, pieces: [text] };
}
