/** What a router needs to know of a route. */
export interface Routable {
  readonly method: string;
  readonly path: RegExp;
}

/** What a router found: a route with its parameters, or why there is none. */
export type Found<R> =
  | { readonly route: R; readonly params: Readonly<Record<string, string>> }
  | { readonly route: R; readonly params: undefined }
  | undefined;

/** The route of a method and an encoded path; without parameters where they cannot be decoded. */
export function findRoute<R extends Routable>(
  routes: readonly R[],
  method: string,
  path: string,
): Found<R> {
  for (const route of routes) {
    if (route.method !== method) continue;
    const match = matchWhole(route.path, path);
    if (match) return { route, params: decodeParams(match.groups ?? {}) };
  }
  return undefined;
}

function matchWhole(pattern: RegExp, path: string): RegExpExecArray | undefined {
  pattern.lastIndex = 0;
  const match = pattern.exec(path);
  return match?.[0] === path ? match : undefined;
}

function decodeParams(
  groups: Readonly<Record<string, string | undefined>>,
): Record<string, string> | undefined {
  try {
    return Object.fromEntries(
      Object.entries(groups).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, decodeURIComponent(value)]],
      ),
    );
  } catch {
    return undefined;
  }
}
