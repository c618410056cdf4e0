import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { type PlacementMap, RUNTIME_TABLES } from '../runtime/placement.ts';
import { contributionFaults } from './contributions.ts';
import type { Domain, RouteOptions } from './domain.ts';
import type { ScopeRule } from './scoping.ts';

/** The framework's own tables, which belong to no room. */
const OWN_TABLES: readonly [string, ScopeRule][] = [
  ['runtime.idempotency', { kind: 'global' }],
  ['runtime.demo', { kind: 'global' }],
  ['runtime.worker', { kind: 'global' }],
  ['runtime.stored_file', { kind: 'global' }],
  ['runtime.stored_file_piece', { kind: 'global' }],
];

export const scopeRules = (domains: readonly Domain[]): ReadonlyMap<string, ScopeRule> =>
  new Map<string, ScopeRule>([
    ...OWN_TABLES,
    ...domains.flatMap((domain) => Object.entries(domain.tables).map(([name, facts]) => [name, facts.scope] as const)),
  ]);

/** Where every table lives; a published view lives where its table does. */
export const placementMap = (domains: readonly Domain[]): PlacementMap => ({
  ...RUNTIME_TABLES,
  ...Object.fromEntries(
    domains
      .flatMap((domain) => Object.entries(domain.tables))
      .filter(([name]) => !name.includes('.v_'))
      .map(([name, facts]) => [name, facts.placement]),
  ),
});

/** The key of each distributed table, and of the published views of one. */
export const spreadTables = (domains: readonly Domain[]): ReadonlyMap<string, string> =>
  new Map(
    domains
      .flatMap((domain) => Object.entries(domain.tables))
      .flatMap(([name, { placement }]) => (placement.kind === 'distributed' ? [[name, placement.by] as const] : [])),
  );

/**
 * Checks before the server opens its port: rooms in an order that satisfies their needs, contributions only to earlier rooms,
 * unique paths and names, every endpoint guarded. Returns what is wrong.
 */
export function validateDomains(domains: readonly Domain[]): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const domain of domains) {
    for (const need of domain.needs) {
      if (!seen.has(need)) faults.push(`Room ${domain.name} needs ${need}, which does not stand before it`);
    }
    seen.add(domain.name);
  }
  faults.push(...contributionFaults(domains));
  const routes = domains.flatMap((domain) => [...domain.routes, ...(domain.served?.routes ?? [])]);
  const names = new Set<string>();
  const places = new Set<string>();
  for (const { endpoint, options } of routes) {
    const place = `${endpoint.method} ${endpoint.path}`;
    if (names.has(endpoint.name)) faults.push(`Endpoint ${endpoint.name} is bound twice`);
    if (places.has(place)) faults.push(`${place} is bound twice`);
    if (Array.isArray(endpoint.permission) && endpoint.permission.length === 0)
      faults.push(`${place} has no permission`);
    faults.push(...brokenPromises(endpoint, options).map((fault) => `${place} ${fault}`));
    names.add(endpoint.name);
    places.add(place);
  }
  return faults;
}

/** Differences between an endpoint's declaration and its binding. */
function brokenPromises(endpoint: Endpoint, { transaction }: RouteOptions): string[] {
  const isKeyed = endpoint.idempotency === 'required';
  if (isKeyed && (endpoint.method === 'GET' || !['json', 'upload'].includes(endpoint.kind)))
    return ['requires an idempotency key, which only a change that answers JSON keeps'];
  if (isKeyed && endpoint.permission === 'public')
    return ['requires an idempotency key, but knows no caller to keep it for'];
  if (endpoint.permission === 'endUser' && !endpoint.path.includes('/:account/'))
    return ['is for end users, but its path names no public account'];
  if (transaction !== 'none' || endpoint.method === 'GET') return [];
  return [
    ...(isKeyed ? ['requires an idempotency key, but is bound without a transaction to keep it'] : []),
    ...(endpoint.isRecorded === false ? [] : ['is recorded, but is bound without a transaction to record it']),
  ];
}

/** Endpoints of the contract without a handler. */
export function unbound(domains: readonly Domain[], declared: readonly { readonly name: string }[]): string[] {
  const bound = new Set(domains.flatMap((domain) => domain.routes.map((route) => route.endpoint.name)));
  return declared.filter((endpoint) => !bound.has(endpoint.name)).map((endpoint) => endpoint.name);
}
