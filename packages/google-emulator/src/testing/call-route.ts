import { ApiError } from '../http/api-error';
import { type ApiAnswer, type ApiModule, type Route } from '../http/route';

/** What a test may say of a call besides its method and path. */
export interface TestCall {
  readonly body?: unknown;
  /** The email of the caller. */
  readonly as?: string;
}

/** Calls a route of a module without a server in between, as a test does. */
export async function callRoute(
  module: ApiModule,
  method: Route['method'],
  pathAndQuery: string,
  { body, as = 'robot@project.test' }: TestCall = {},
): Promise<ApiAnswer> {
  const url = new URL(pathAndQuery, 'http://emulator.test');
  for (const route of module.routes) {
    const match = route.method === method ? route.path.exec(url.pathname) : null;
    if (!match) continue;
    const params = Object.entries(match.groups ?? {}).map(
      ([name, value]) => [name, decodeURIComponent(value)] as const,
    );
    return route.handle({
      params: Object.fromEntries(params),
      query: url.searchParams,
      body,
      headers: {},
      caller: { email: as, projectNumber: '123', scopes: new Set(route.scopes) },
      origin: url.origin,
    });
  }
  throw new Error(`No route answers ${method} ${pathAndQuery}`);
}

/** The error that a call is refused with. */
export async function refusal(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('The call was expected to be refused');
}

/** Calls a route for the emulator's own state, as another process does. */
export function callAdmin(
  module: ApiModule,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): unknown {
  for (const route of module.adminRoutes ?? []) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match) {
      return route.handle({ params: { ...match.groups }, query: new URLSearchParams(), body });
    }
  }
  throw new Error(`No route of the emulator answers ${method} ${path}`);
}
