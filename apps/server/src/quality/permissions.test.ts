import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { everyPermission } from '../domains/identity/rights/rightsRules.ts';
import { DOMAINS } from '../domains.ts';

const endpoints = DOMAINS.flatMap((domain) => domain.routes.map((route) => route.endpoint));
const needing = (endpoint: Endpoint): readonly string[] =>
  Array.isArray(endpoint.permission) ? endpoint.permission : [];
/** Operations that require the same permissions, grouped. */
const groups = Map.groupBy(
  endpoints.filter((endpoint) => needing(endpoint).length > 0),
  (endpoint) => needing(endpoint).join(' '),
);

const world = await forThisFile(testApp({ demo: 'people' }));
const operator = await world.as('operator');

/** Gives the platform role of the test account exactly these permissions, from the next request on. */
async function grant(permissions: readonly string[]): Promise<void> {
  await sql`with role as (
      update identity.role set permissions = ${permissions}::text[] where id in (
        select role_id from identity.account_role r join identity.account a on a.id = r.account_id
        where a.account = 'operator') returning id)
    update identity.rights_version set version = version + 1 where exists (select from role)`.execute(world.db);
}

/** Calls an endpoint with input no operation accepts, so that an admitted call has no effect. */
const knock = async (endpoint: Endpoint): Promise<boolean> => {
  const given = endpoint.method === 'GET' ? { query: '?surprise=1' } : { body: { surprise: 1 } };
  const { status, code } = await operator.call(endpoint, {
    params: (endpoint.example?.params ?? {}) as never,
    raw: given,
  });
  expect([endpoint.name, code.startsWith('500') || status >= 500 || code === '200']).toEqual([endpoint.name, false]);
  return code !== noPermission.code;
};

it('every operation is shut to who may do everything but it, and open to who may do it alone', async () => {
  const all = [...everyPermission([])];
  const wrong: string[] = [];
  for (const group of groups.values()) {
    const wanted = needing(group[0] as Endpoint);
    await grant(all.filter((each) => !wanted.includes(each)));
    for (const endpoint of group) if (await knock(endpoint)) wrong.push(`${endpoint.name} is open without ${wanted}`);
    for (const one of wanted) {
      await grant([one]);
      for (const endpoint of group) if (!(await knock(endpoint))) wrong.push(`${endpoint.name} is shut to ${one}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(groups.size).toBeGreaterThan(60);
});
