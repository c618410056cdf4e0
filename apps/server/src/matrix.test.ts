import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { type Answer, type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { type Objects, objectsOf, watchedRows } from '@cardinal/testing/objects.ts';
import { describe, expect, it } from 'vitest';
import { DOMAINS } from './domains.ts';

const ACCOUNTS = ['admin', 'operator', 'agent', 'subagent', 'enterprise', 'rival', 'norole', 'miniapp'] as const;
/** The demo's fixed customers and their ancestors. */
const CUSTOMERS = ['1', '10', '11', '12', '20', '3'] as const;
const ABOVE: Readonly<Record<string, readonly string[]>> = {
  '1': [],
  '10': ['1'],
  '11': ['10', '1'],
  '12': ['10', '1'],
  '20': ['1'],
  '3': ['1'],
};
const HOME: Readonly<Record<(typeof ACCOUNTS)[number], string>> = {
  admin: '1',
  operator: '1',
  agent: '10',
  subagent: '11',
  enterprise: '12',
  rival: '20',
  norole: '10',
  miniapp: '3',
};
const sees = (account: (typeof ACCOUNTS)[number], owner: string) =>
  owner === HOME[account] || (ABOVE[owner] ?? []).includes(HOME[account]);

const NOBODY_HAS = '999999999999999';
const UNKNOWN: Objects = {
  customer: NOBODY_HAS,
  account: NOBODY_HAS,
  role: NOBODY_HAS,
  card: NOBODY_HAS,
  iccid: '89860199999999999990',
  tag: NOBODY_HAS,
  task: NOBODY_HAS,
  import: NOBODY_HAS,
  product: NOBODY_HAS,
  segment: NOBODY_HAS,
  cardSet: NOBODY_HAS,
  distribution: NOBODY_HAS,
  apiKey: NOBODY_HAS,
  scopeSet: NOBODY_HAS,
  eid: '89049032009999999999999999999999',
  codeNumber: NOBODY_HAS,
  esimImport: NOBODY_HAS,
  numberImport: NOBODY_HAS,
  strategy: NOBODY_HAS,
};

/** The kind of object an id refers to, by its position. Ids of global objects stay as in the example. */
function kindOf(endpoint: Endpoint, key: string): keyof Objects | undefined {
  const room = endpoint.name.split('.')[0] ?? '';
  const byKey: Readonly<Record<string, keyof Objects>> = {
    customerId: 'customer',
    customerIds: 'customer',
    templateCustomerId: 'customer',
    productId: 'product',
    underCustomerId: 'customer',
    parentId: 'customer',
    roleId: 'role',
    roleIds: 'role',
    taskId: 'task',
    tagIds: 'tag',
    fromId: 'tag',
    intoId: 'tag',
    iccid: 'iccid',
    batchId: 'import',
    cardId: 'card',
    keyId: 'apiKey',
    scopeSetId: 'scopeSet',
    cardSetId: 'cardSet',
    setId: 'cardSet',
    eid: 'eid',
    eids: 'eid',
    numberId: 'codeNumber',
    numberIds: 'codeNumber',
    strategyId: 'strategy',
    esimBatchId: room === 'codeNumberImports' ? 'numberImport' : 'esimImport',
  };
  if (key === 'accountId') return room.startsWith('carrier') ? undefined : 'account';
  if (byKey[key]) return byKey[key];
  const byRoom: Readonly<Record<string, keyof Objects>> = {
    customers: 'customer',
    accounts: 'account',
    roles: 'role',
    cards: 'card',
    tags: 'tag',
    products: 'product',
    cardScopes: 'segment',
    cardSets: 'cardSet',
    productDistributions: 'distribution',
    apiKeys: 'apiKey',
    apiScopeSets: 'scopeSet',
    numberingStrategies: 'strategy',
  };
  return key === 'id' || key === 'ids' ? byRoom[room] : undefined;
}

type Value = unknown;
function filledIn(endpoint: Endpoint, value: Value, of: Objects, touched: { any: boolean }): Value {
  if (Array.isArray(value)) return value.map((each) => filledIn(endpoint, each, of, touched));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const kind = kindOf(endpoint, key);
      if (!kind || (typeof inner !== 'string' && !Array.isArray(inner)))
        return [key, filledIn(endpoint, inner, of, touched)];
      touched.any = true;
      return [key, Array.isArray(inner) ? [of[kind]] : of[kind]];
    }),
  );
}

/** The filters through which a list could be asked for foreign rows. */
function foreignFilters(endpoint: Endpoint, of: Objects): Record<string, Value> {
  const { fields, extra } = endpoint as unknown as ListEndpoint;
  if (!fields) return {};
  const keys = [
    ...Object.entries(fields)
      .filter(([, field]) => field.filters.includes('is'))
      .map(([name]) => name),
    ...Object.keys(extra),
  ];
  const filters = keys.flatMap((key) => {
    const kind = kindOf(endpoint, key);
    return kind ? [[key, of[kind]] as const] : [];
  });
  return Object.fromEntries(filters.slice(0, 1));
}

const outcome = ({ status, code, message }: Answer<unknown>) => ({ status, code, message });

const endpoints = DOMAINS.flatMap((domain) => domain.routes.map((route) => route.endpoint)).filter(
  (endpoint) => endpoint.kind === 'json' && endpoint.permission !== 'public',
);
/** These end the session the matrix uses. */
const LAST = new Set(['auth.logout', 'auth.changePassword']);
const asked = endpoints.filter((endpoint) => !LAST.has(endpoint.name));

/** Operations that were really called with foreign objects. */
const compared = new Set<string>();
const callers = new Map<string, Caller>();
const objects = new Map<string, Objects>();

const world = await forThisFile(testApp({ demo: 'people' }));
for (const customer of CUSTOMERS) objects.set(customer, await objectsOf(world, customer));
for (const account of ACCOUNTS) callers.set(account, await world.as(account));
const before = await watchedRows(world);

const caller = (account: string) => callers.get(account) as Caller;
const heldBy = async (account: string): Promise<ReadonlySet<string>> => {
  const me = await world.app.http.inject({
    url: '/api/auth/v1/me',
    headers: { authorization: caller(account).token ?? '' },
  });
  return new Set((me.json().data?.permissions ?? []) as string[]);
};

describe('every operation for every role', () => {
  it('asks those without a session to sign in', async () => {
    const open: string[] = [];
    for (const endpoint of asked) {
      const answer = await world.nobody.call(endpoint, endpoint.example as never);
      if (answer.code !== '5005003') open.push(`${endpoint.name}: ${answer.status} ${answer.code}`);
    }
    expect(open).toEqual([]);
  });

  it('refuses an account without a role everything but what it needs to leave', async () => {
    const open: string[] = [];
    for (const endpoint of asked.filter((each) => !each.duringForcedChange)) {
      const answer = await caller('norole').call(endpoint, endpoint.example as never);
      if (!answer.code.startsWith('403')) open.push(`${endpoint.name}: ${answer.status} ${answer.code}`);
    }
    expect(open).toEqual([]);
  });

  it.each(ACCOUNTS.filter((account) => account !== 'norole'))(
    '%s is refused exactly what it has no permission for',
    async (account) => {
      const held = await heldBy(account);
      const wrong: string[] = [];
      for (const endpoint of asked) {
        if (endpoint.method !== 'GET') continue;
        const may =
          endpoint.permission === 'authenticated' ||
          (endpoint.permission as readonly string[]).some((each) => held.has(each));
        const answer = await caller(account).call(endpoint, endpoint.example as never);
        const isRefused = answer.code === '4030001';
        if (may === isRefused) wrong.push(`${endpoint.name}: may ${may}, ${answer.status} ${answer.code}`);
        if (answer.status >= 500) wrong.push(`${endpoint.name}: ${answer.status}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each(ACCOUNTS.filter((account) => account !== 'norole'))(
    '%s cannot tell a foreign id from one that does not exist',
    async (account) => {
      const leaks: string[] = [];
      for (const endpoint of asked) {
        for (const owner of CUSTOMERS.filter((each) => !sees(account, each))) {
          const of = objects.get(owner) as Objects;
          const ask = (things: Objects) => {
            const touched = { any: false };
            const example = (filledIn(endpoint, endpoint.example ?? {}, things, touched) ?? {}) as {
              query?: Record<string, Value>;
            };
            const filters = foreignFilters(endpoint, things);
            const isForeign = touched.any || Object.keys(filters).length > 0;
            return {
              isForeign,
              input: {
                ...example,
                ...(Object.keys(filters).length > 0 ? { query: { ...example.query, ...filters } } : {}),
              },
            };
          };
          const foreign = ask(of);
          if (!foreign.isForeign) continue;
          const [theirs, unknown] = [
            await caller(account).call(endpoint, foreign.input as never),
            await caller(account).call(endpoint, ask(UNKNOWN).input as never),
          ];
          if (JSON.stringify(outcome(theirs)) !== JSON.stringify(outcome(unknown))) {
            leaks.push(
              `${endpoint.name} on ${owner}: ${theirs.status} ${theirs.code} ${theirs.message} ≠ ${unknown.code} ${unknown.message}`,
            );
          }
          compared.add(endpoint.name);
          const total = (theirs.data as { total?: number } | null)?.total;
          if (theirs.code === '200' && total !== undefined && total > 0)
            leaks.push(`${endpoint.name} on ${owner}: ${total} rows`);
        }
      }
      expect(leaks).toEqual([]);
    },
    120_000,
  );
});

describe('what the matrix left behind', () => {
  it('had asked about somebody else in every operation that names things of a customer', () => {
    const named = asked.filter((endpoint) => {
      const touched = { any: false };
      filledIn(endpoint, endpoint.example ?? {}, UNKNOWN, touched);
      return touched.any || Object.keys(foreignFilters(endpoint, UNKNOWN)).length > 0;
    });
    expect(named.length).toBeGreaterThan(35);
    expect(named.map((endpoint) => endpoint.name).filter((name) => !compared.has(name))).toEqual([]);
  });

  it('finds with the same questions what is one’s own', async () => {
    const own = objects.get('10') as Objects;
    const unseen: string[] = [];
    for (const endpoint of asked.filter((each) => each.method === 'GET' && !('fields' in each))) {
      const touched = { any: false };
      const input = filledIn(endpoint, endpoint.example ?? {}, own, touched);
      if (!touched.any) continue;
      const answer = await caller('agent').call(endpoint, input as never);
      if (answer.code !== '200' && answer.code !== '4030001')
        unseen.push(`${endpoint.name}: ${answer.code} ${answer.message}`);
    }
    expect(unseen).toEqual([]);
  });

  it('changed nothing, for all it asked', async () => {
    expect(await watchedRows(world)).toEqual(before);
  });
});
