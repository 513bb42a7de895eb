import { API_NAMES } from '../http/api-services';
import { AdminBody } from './admin-body';
import { AdminError, type AdminCall, type AdminRoute } from './admin-route';
import { type FaultDefinition, type FaultEffect, type FaultTarget } from './fault-definition';
import { type FaultHandle, type Faults } from './faults';

const TARGET_FIELDS = ['api', 'route', 'account', 'path', 'times', 'after', 'probability'];
const EFFECT_FIELDS: Readonly<Record<FaultEffect['kind'], readonly string[]>> = {
  status: ['status', 'retry_after', 'message', 'error'],
  'html-502': [],
  'html-429': [],
  hang: [],
  'slow-headers': ['ms'],
  'slow-body': ['ms'],
  'cut-body': ['fraction', 'bytes', 'clean'],
  'wrong-json': ['text', 'value'],
  reset: [],
  'expired-token': [],
};
const KINDS = Object.keys(EFFECT_FIELDS) as readonly FaultEffect['kind'][];
const STATUSES = [400, 401, 403, 404, 429, 500, 502, 503, 504] as const;

/** How faults are set from another process. */
export function faultRoutes(faults: Faults): readonly AdminRoute[] {
  return [
    {
      method: 'GET',
      path: /^\/faults$/,
      doc: 'The faults and how many requests met each.',
      handle: () => ({ faults: faults.all().map(described) }),
    },
    {
      method: 'POST',
      path: /^\/faults$/,
      doc: `Adds a fault: {kind: ${KINDS.join(' | ')}, and for which requests: ${TARGET_FIELDS.join('?, ')}?}; path is a regular expression, route one between slashes or a name, times a number or "forever".`,
      handle: ({ body }) => described(faults.add(readFault(body))),
    },
    {
      method: 'GET',
      path: /^\/faults\/(?<id>\d+)$/,
      doc: 'One fault.',
      handle: (call) => described(known(faults, call)),
    },
    {
      method: 'DELETE',
      path: /^\/faults\/(?<id>\d+)$/,
      doc: 'Removes one fault.',
      handle: (call) => known(faults, call).remove(),
    },
    {
      method: 'DELETE',
      path: /^\/faults$/,
      doc: 'Removes all faults.',
      handle: () => faults.clear(),
    },
  ];
}

function known(faults: Faults, { params }: AdminCall): FaultHandle {
  const fault = faults.find(Number(params['id']));
  if (!fault)
    throw new AdminError(`There is no fault ${params['id']}; GET /emulator/faults lists them`);
  return fault;
}

function described({ id, hits, definition }: FaultHandle): Record<string, unknown> {
  const shown = Object.entries(definition).map(([name, value]: [string, unknown]) => [
    name === 'retryAfter' ? 'retry_after' : name,
    value instanceof RegExp ? String(value) : value === Infinity ? 'forever' : value,
  ]);
  return { id, hits, ...(Object.fromEntries(shown) as Record<string, unknown>) };
}

function readFault(body: unknown): FaultDefinition {
  const everything = [
    ...new Set(['kind', ...TARGET_FIELDS, ...Object.values(EFFECT_FIELDS).flat()]),
  ];
  const outer = new AdminBody(body, everything);
  const kind = outer.required(`kind, one of ${KINDS.join(', ')}`, outer.oneOf('kind', KINDS));
  const given = new AdminBody(body, ['kind', ...TARGET_FIELDS, ...EFFECT_FIELDS[kind]]);
  return { ...readTarget(given), ...readEffect(kind, given) };
}

function readTarget(given: AdminBody): FaultTarget {
  return defined({
    api: given.oneOf('api', API_NAMES),
    route: readRoute(given.text('route')),
    account: given.text('account'),
    path: given.pattern('path'),
    times: given.raw('times') === 'forever' ? Infinity : given.number('times'),
    after: given.number('after'),
    probability: given.number('probability'),
  });
}

function readRoute(text: string | undefined): string | RegExp | undefined {
  const pattern = /^\/(.+)\/$/.exec(text ?? '')?.[1];
  if (pattern === undefined) return text;
  return new AdminBody({ route: pattern }, ['route']).pattern('route');
}

function readEffect(kind: FaultEffect['kind'], given: AdminBody): FaultEffect {
  switch (kind) {
    case 'status':
      return {
        kind,
        status: given.required(
          `status, one of ${STATUSES.join(', ')}`,
          given.oneOf('status', STATUSES),
        ),
        ...defined({
          retryAfter: given.number('retry_after'),
          message: given.text('message'),
          error: given.text('error'),
        }),
      };
    case 'slow-headers':
    case 'slow-body':
      return { kind, ms: given.required('ms', given.number('ms')) };
    case 'cut-body':
      return {
        kind,
        ...defined({
          fraction: given.number('fraction'),
          bytes: given.number('bytes'),
          clean: given.flag('clean'),
        }),
      };
    case 'wrong-json':
      return { kind, value: given.raw('value'), ...defined({ text: given.text('text') }) };
    default:
      return { kind };
  }
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function defined<T extends object>(values: T): Defined<T> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}
