import {
  insufficientScope,
  invalidApiKey,
  invalidToken,
  missingCredentials,
  serviceDisabled,
} from '../auth/access-errors';
import { type Principal } from '../auth/principal';
import { type ServiceAccounts } from '../auth/service-accounts';
import { DEFAULT_LIMITS, type QuotaRefusal, type Quotas } from '../control/quotas';
import { jsonAnswer, pageAnswer, type Answer } from './answer';
import { ApiError } from './api-error';
import { errorEnvelope } from './error-envelope';
import { bearerToken, type Incoming } from './incoming';
import { escapeJsonText, toJsonText } from './json-text';
import { quotaError } from './quota-error';
import { parseJsonBody } from './request-body';
import { type ApiName, type Route } from './route';
import { findRoute } from './router';
import { statusError } from './status-error';
import {
  checkSystemParameters,
  checkTypedQuery,
  wantsErrorItems,
  wantsPretty,
} from './system-parameters';
import { type Replacement, type Work } from './work';

/** What the gateway needs. */
export interface GatewayParts {
  readonly routes: readonly Route[];
  readonly accounts: ServiceAccounts;
  readonly quotas: Quotas;
  /** Is told of errors that no API would answer: they are mistakes in the emulator. */
  onInternalError(error: unknown): void;
}

interface Matched {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly request: Incoming;
  readonly body: Buffer | undefined;
  readonly caller: Principal | undefined;
  readonly refusal: QuotaRefusal | undefined;
}

/** Does what all APIs do alike: routes, credentials, quotas, errors. */
export class ApiGateway {
  constructor(private readonly parts: GatewayParts) {}

  /** Finds who is asked by whom. From here on the request counts, whatever becomes of it. */
  accept(request: Incoming, body: Buffer | undefined): Work {
    const { routes, accounts, quotas } = this.parts;
    const found = findRoute(routes, request.method, request.path);
    if (!found?.params) return notRouted(request, found?.route.api);
    const { route, params } = found;
    const token = tokenOf(request);
    const caller = token === undefined ? undefined : accounts.principal(token);
    const cost = route.cost ?? 1;
    const refusal = caller && quotas.take(route.metric, caller, cost);
    const matched = { route, params, request, body, caller, refusal };
    return {
      api: route.api,
      route: route.name,
      ...(caller ? { account: caller.email, metric: route.metric, cost } : {}),
      answer: () => this.answer(matched),
      replaced: (by) => this.replaced(matched, by),
    };
  }

  private async answer(matched: Matched): Promise<Answer> {
    const { route, request } = matched;
    try {
      const caller = this.admit(matched);
      const { status, body, pieces, headers } = await route.handle({
        params: matched.params,
        query: request.query,
        body: parseJsonBody(matched.body),
        headers: request.headers,
        caller,
        origin: request.origin,
      });
      if (pieces) return jsonAnswer(route.api, status ?? 200, escaped(pieces), headers);
      const text = body === undefined ? [] : [toJsonText(body, wantsPretty(request.query))];
      return jsonAnswer(route.api, status ?? 200, text, headers);
    } catch (error) {
      return errorAnswer(route.api, request, this.asApiError(error));
    }
  }

  /** The checks of all APIs, in Google's order. */
  private admit({ route, request, caller, refusal }: Matched): Principal {
    checkSystemParameters(request.query);
    if (!caller) throw withoutCaller(route, request);
    if (!route.scopes.some((scope) => caller.scopes.has(scope))) {
      throw insufficientScope(route.api, route.name, route.scopes);
    }
    if (this.parts.accounts.isDisabled(caller, route.api)) {
      throw serviceDisabled(route.api, caller.projectNumber);
    }
    checkTypedQuery(request.query, route.typedQuery);
    if (refusal) throw quotaError(refusal);
    return caller;
  }

  private asApiError(error: unknown): ApiError {
    if (error instanceof ApiError) return error;
    this.parts.onInternalError(error);
    return new ApiError(500, 'INTERNAL', 'Internal error encountered.');
  }

  private replaced({ route, request, caller }: Matched, { status, message }: Replacement): Answer {
    if (status === 502) return pageAnswer(502);
    const error = statusError(status, {
      metric: route.metric,
      limits: this.parts.quotas.limitsOf(route.metric),
      projectNumber: caller?.projectNumber ?? '0',
    });
    const said =
      message === undefined ? error : new ApiError(status, error.status, message, error.options);
    return errorAnswer(route.api, request, said);
  }
}

function notRouted(request: Incoming, api: ApiName | undefined): Work {
  const isSheets = /^\/v4\/spreadsheets(?:[/:]|$)/.test(request.path);
  // A route without parameters is one whose path has a broken percent-encoding.
  const page = pageAnswer(isSheets || api !== undefined ? 400 : 404);
  return {
    ...(api === undefined ? {} : { api }),
    answer: () => page,
    replaced: ({ status }) =>
      status === 502
        ? pageAnswer(502)
        : errorAnswer(
            api,
            request,
            statusError(status, {
              metric: 'sheets.read',
              limits: DEFAULT_LIMITS['sheets.read'],
              projectNumber: '0',
            }),
          ),
  };
}

function tokenOf(request: Incoming): string | undefined {
  const { query } = request;
  return bearerToken(request) ?? query.get('access_token') ?? query.get('oauth_token') ?? undefined;
}

function withoutCaller(route: Route, request: Incoming): ApiError {
  if (tokenOf(request) !== undefined) return invalidToken();
  return request.query.has('key') ? invalidApiKey(route.api) : missingCredentials(request.method);
}

function errorAnswer(api: ApiName | undefined, request: Incoming, error: ApiError): Answer {
  const wantsItems = wantsErrorItems(request.query, request.headers['user-agent']);
  const text = toJsonText(errorEnvelope(api, error, wantsItems), true);
  return jsonAnswer(api, error.code, [text], error.options.headers);
}

/** The pieces, the first of which is made at once: an error in it can still be answered. */
function escaped(pieces: Iterable<string>): Iterable<string> {
  const rest = pieces[Symbol.iterator]();
  const first = rest.next();
  return (function* () {
    try {
      for (let next = first; !next.done; next = rest.next()) yield escapeJsonText(next.value);
    } finally {
      rest.return?.();
    }
  })();
}
