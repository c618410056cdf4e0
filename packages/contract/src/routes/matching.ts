import { ROUTES, type Route, type RoutePath } from './table.ts';

/** The parameters of a route's address: `ParametersOf<'/a/:id/:kind'>` is `{ id: string; kind: string }`. */
export type ParametersOf<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [K in Name]: string } & ParametersOf<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? { readonly [K in Name]: string }
    : unknown;

export type RouteMatch = { readonly route: Route; readonly parameters: Readonly<Record<string, string>> };

const partsOf = (path: string): string[] => path.split('/').slice(1);

/** Literal paths take precedence over those with parameters. */
const ordered = [...ROUTES].sort((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')));
const patterns = ordered.map((route) => ({ route, parts: partsOf(route.path) }));

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The path without query, fragment and trailing slash. */
export function pathOf(fullPath: string): string {
  const bare = fullPath.split(/[?#]/, 1)[0] ?? '';
  return bare.length > 1 ? bare.replace(/\/+$/, '') || '/' : bare;
}

/**
 * The route of an address, with its parameters decoded; undefined for an unknown address. Case-sensitive:
 * `/cardsManagement/flowcardmanagement` is no route. Takes a full path; the query is left to the screen.
 */
export function routeOf(fullPath: string): RouteMatch | undefined {
  const parts = partsOf(pathOf(fullPath));
  for (const { route, parts: pattern } of patterns) {
    if (pattern.length !== parts.length) continue;
    const parameters: Record<string, string> = {};
    const isMatch = pattern.every((expected, at) => {
      const given = parts[at] ?? '';
      if (!expected.startsWith(':')) return expected === given;
      const value = decoded(given);
      if (value === undefined || value === '') return false;
      parameters[expected.slice(1)] = value;
      return true;
    });
    if (isMatch) return { route, parameters };
  }
  return undefined;
}

/** The route of an address that is wrong only in case: suggested by the not-found page. */
export function routeIgnoringCase(fullPath: string): Route | undefined {
  const given = pathOf(fullPath).toLowerCase();
  return ROUTES.find(({ path }) => !path.includes(':') && path.toLowerCase() === given);
}

/** The declared route of an address in the table. */
export function routeAt(path: RoutePath): Route {
  const found = ROUTES.find((route) => route.path === path);
  if (!found) throw new Error(`${path} is no route`);
  return found;
}

/** The address of a route with its parameters and query filled in. */
export function addressOf<const P extends RoutePath>(
  path: P,
  parameters: ParametersOf<P>,
  query: Readonly<Record<string, string | readonly string[] | undefined>> = {},
): string {
  const given = parameters as Readonly<Record<string, string>>;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of typeof value === 'string' ? [value] : (value ?? [])) search.append(name, each);
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}
