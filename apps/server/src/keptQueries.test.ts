import { listRoles } from '@cardinal/contract/api/identity/roles.ts';
import type { Field } from '@cardinal/contract/framework/fields.ts';
import type { ListEndpoint, ListQuery } from '@cardinal/contract/framework/list.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { DOMAINS, HOOKS } from './domains.ts';
import type { Ctx } from './framework/context.ts';
import { isNullable } from './framework/dataset.ts';
import type { Route } from './framework/domain.ts';
import { page } from './framework/list/listPage.ts';
import { sealCursor } from './framework/list/sealedCursor.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const lists = DOMAINS.flatMap(({ routes }) => routes).filter(
  (route): route is Route & { dataset: NonNullable<Route['dataset']> } => route.dataset !== undefined,
);
const random = seededRandom(process.env['SEED'] ?? 'kept queries');
const oneOf = <T>(choices: readonly T[]): T => choices[random.int(choices.length)] as T;

/** The caller's context, and one of the same rights whose queries are built for each request. */
async function contextsOf(account: string): Promise<{ usual: Ctx; building: Ctx }> {
  const system = host.app.systemContext('test');
  const token = String((await host.as(account)).token);
  const db = system.beyondScope('as the host does');
  const { actor, scope } = await HOOKS.authenticate(
    db,
    token,
    { address: '127.0.0.1', isUnattended: true } as never,
    host.clock,
  );
  const at = oneOf(['', 'console.example']);
  return {
    usual: system.actAs({ actor, scope, host: at }),
    building: system.actAs({ actor, scope: { ...scope, narrowed: [] }, host: at }),
  };
}

/** The statements that read the rows of a page. */
async function statementsOf(list: (typeof lists)[number], ctx: Ctx, asked: ListQuery): Promise<unknown[]> {
  const found: unknown[] = [];
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [first, second] = given as [string | { text?: string; values?: unknown[] }, unknown[]];
    const [text, values] = typeof first === 'string' ? [first, second] : [first?.text, first?.values];
    if (text?.includes('"_sort"')) found.push([text, values]);
    return query.apply(this, given);
  } as never);
  try {
    await page(list.endpoint as unknown as ListEndpoint, list.dataset, ctx, asked);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    found.push(error.fields);
  } finally {
    spy.mockRestore();
  }
  return found;
}

function valueIn(field: Field): unknown {
  if (isNullable(field) && random.int(3) === 0) return null;
  if (field.kind === 'time') return `2026-01-0${1 + random.int(9)}T00:00:00.000Z`;
  if (field.kind === 'day') return `2026-01-0${1 + random.int(9)}`;
  return field.choices ? oneOf(field.choices).value : String(1 + random.int(1_000));
}

function askedOf(list: ListEndpoint, ctx: Ctx): ListQuery {
  const sortable = Object.keys(list.fields).filter((name) => list.fields[name]?.sortable);
  const sort = oneOf(['', '-']) + oneOf(sortable);
  const asked: ListQuery = {
    pageSize: oneOf([10, 20, 200]),
    pageNum: oneOf([1, 2, 60]),
    ...(random.int(4) ? { sort } : {}),
  };
  if (!list.query.safeParse(asked).success) Object.assign(asked, { ...list.example?.query, ...asked });
  if (random.int(3) > 0) return asked;
  const by = asked.sort ?? list.defaultSort;
  const value = valueIn(list.fields[by.replace(/^-/, '')] as Field);
  return { ...asked, cursor: sealCursor(ctx, list, asked, by, { value, id: String(1 + random.int(1_000)) }) };
}

test('a kept query asks exactly what one built for the request asks', async () => {
  for (const account of ['admin', 'agent', 'enterprise']) {
    for (const list of lists) {
      for (let turn = 0; turn < 6; turn += 1) {
        const { usual, building } = await contextsOf(account);
        const asked = askedOf(list.endpoint as unknown as ListEndpoint, usual);
        const kept = await statementsOf(list, usual, asked);
        expect(kept, `${list.endpoint.name} ${JSON.stringify(asked)}`).toEqual(
          await statementsOf(list, building, asked),
        );
      }
    }
  }
}, 300_000);

test('a list that needs nothing of its caller but the scope builds its query once for all', async () => {
  const { dataset } = lists.find(({ endpoint }) => endpoint.name === 'roles.list') as (typeof lists)[number];
  const from = vi.spyOn(dataset, 'from');
  const pages = async (account: string) => page(listRoles, dataset, (await contextsOf(account)).usual, {});
  const seen = [await pages('agent'), await pages('enterprise')].map(({ list }) => list.length);
  expect(from.mock.calls.length).toBeLessThanOrEqual(1);
  expect(seen).toEqual([20, 1]);
});
