import { moveCustomer } from '@cardinal/contract/api/customers/customerMove.ts';
import {
  customerOptions,
  editCustomer,
  listCustomers,
  readCustomer,
  readCustomerTree,
  searchCustomers,
  setCustomerStatus,
} from '@cardinal/contract/api/customers/customers.ts';
import { addCustomer } from '@cardinal/contract/api/identity/addCustomer.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { describe, expect, test } from 'vitest';
import { subtreeIds } from './face.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const [admin, agent, rival] = await Promise.all([it.as('admin'), it.as('agent'), it.as('rival')]);

const ALL = { query: { pageSize: 200 } } as const;
let codes = 0;
const newCustomer = (differing: Partial<BodyOf<typeof addCustomer>> = {}): BodyOf<typeof addCustomer> => {
  codes += 1;
  return {
    parentId: '10',
    kind: 'ENTERPRISE',
    name: `测试客户${codes}`,
    code: `T-${codes}`,
    editions: ['enterprise'],
    businessMode: 1,
    settlementMode: 'prepaid',
    firstAccount: { account: `test.customer${codes}`, name: '测试管理员' },
    ...differing,
  };
};
const profile = (name: string, code: string) => ({
  name,
  code,
  editions: ['enterprise' as const],
  businessMode: 1 as const,
  settlementMode: 'prepaid' as const,
});

describe('what is seen', () => {
  test('my own subtree and nothing beside or above it', async () => {
    const { list, total } = await agent.ask(listCustomers, ALL);
    const ids = list.map(({ id }) => id);
    expect(total).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['10', '11', '12']));
    for (const foreign of ['1', '3', '20']) expect(ids).not.toContain(foreign);
    expect(list.find(({ id }) => id === '10')).toMatchObject({ parentId: null, parentName: null });
    expect(list.find(({ id }) => id === '11')).toMatchObject({ parentId: '10', parentName: '甲代理' });
    expect((await admin.ask(listCustomers, ALL)).total).toBeGreaterThan(40);
  });

  test('phones masked in the list, whole in the detail for who may edit, notes of the parent not for the customer', async () => {
    const { list } = await agent.ask(listCustomers, { query: { id: ['12'] } });
    expect(list[0]?.contactPhone).toMatch(/^\d{3}\*{4}\d{4}$/);
    expect(list[0]?.salesperson).not.toBeNull();
    expect((await agent.ask(readCustomer, { query: { id: '12' } })).contactPhone).toMatch(/^\d{11}$/);
    const own = await (await it.as('enterprise')).ask(readCustomer, { query: { id: '12' } });
    expect(own).toMatchObject({ salesperson: null, remark: null, path: [{ id: '12', name: '安途车联科技' }] });
    expect(own.contactPhone).toMatch(/\*{4}/);
    const found = await (await it.as('enterprise')).ask(listCustomers, {
      query: { salespersonContains: list[0]?.salesperson ?? '' },
    });
    expect(found.list).toEqual([]);
  });

  test('a foreign customer answers like one that does not exist', async () => {
    for (const id of ['10', '1', '987654321']) {
      for (const answer of [
        await rival.call(readCustomer, { query: { id } }),
        await rival.call(readCustomerTree, { query: { parentId: id } }),
        await rival.call(setCustomerStatus, { body: { id, status: 0 } }),
        await rival.call(editCustomer, { body: { id, version: 1, ...profile('改名', 'CHANGED') } }),
        await rival.call(addCustomer, { body: newCustomer({ parentId: id }) }),
      ]) {
        const { status, code, message, data } = answer;
        expect({ status, code, message, data }).toEqual({
          status: 404,
          code: '4040001',
          message: '内容不存在',
          data: null,
        });
      }
    }
    expect((await rival.ask(listCustomers, { query: { under: '10' } })).total).toBe(0);
    expect((await rival.ask(listCustomers, { query: { under: '1' } })).total).toBe(0);
  });

  test('the tree opens level by level and is searched with the way to what is found', async () => {
    const top = await agent.ask(readCustomerTree);
    expect(top.nodes).toEqual([expect.objectContaining({ id: '10', parentId: null })]);
    const { nodes } = await agent.ask(readCustomerTree, { query: { parentId: '10' } });
    expect(nodes.map(({ id }) => id)).toEqual(expect.arrayContaining(['11', '12']));
    expect(nodes.length).toBe(top.nodes[0]?.children);
    const [found] = await agent.ask(searchCustomers, { query: { keyword: 'a-antu' } });
    expect(found?.path.map(({ id }) => id)).toEqual(['10', '12']);
    expect(await rival.ask(searchCustomers, { query: { keyword: 'a-antu' } })).toEqual([]);
    expect(await agent.ask(customerOptions, { query: { ids: ['12', '20', '1'] } })).toEqual([
      { id: '12', name: '安途车联科技', code: 'A-ANTU', kind: 'ENTERPRISE' },
    ]);
  });

  test('signs in a pattern are letters like others', async () => {
    expect((await admin.ask(listCustomers, { query: { keyword: '%' } })).total).toBe(0);
    expect((await admin.ask(listCustomers, { query: { nameContains: '_' } })).total).toBe(0);
  });
});

describe('a customer', () => {
  test('is added below with its first account, and stands in its parent’s tree', async () => {
    const body = newCustomer({ kind: 'AGENT' });
    const added = await agent.ask(addCustomer, { body });
    expect(added.password).toHaveLength(12);
    const detail = await agent.ask(readCustomer, { query: { id: added.id } });
    expect(detail).toMatchObject({ level: 3, parentId: '10', children: 0, version: 1, status: 1 });
    expect(await subtreeIds(it.app.systemContext('test').db, added.id)).toEqual([added.id]);
    const below = await agent.ask(addCustomer, { body: newCustomer({ parentId: added.id }) });
    expect((await agent.ask(readCustomer, { query: { id: below.id } })).path.map(({ id }) => id)).toEqual([
      '10',
      added.id,
      below.id,
    ]);
    expect((await rival.call(readCustomer, { query: { id: below.id } })).status).toBe(404);
  });

  test('is refused below an enterprise, with a code or name that is taken, with editions the parent lacks', async () => {
    const refused = async (differing: Partial<BodyOf<typeof addCustomer>>, caller = agent) => {
      const { code, data } = await caller.call(addCustomer, { body: newCustomer(differing) });
      const { errors } = (data ?? { errors: [] }) as unknown as { errors: { field: string }[] };
      return [code, ...errors.map(({ field }) => field)];
    };
    expect(await refused({ parentId: '12' })).toEqual(['4000201', 'kind']);
    expect(await refused({ kind: 'PLATFORM' })).toEqual(['4000201', 'kind']);
    expect(await refused({ code: 'a-antu' })).toEqual(['4000202', 'code']);
    expect(await refused({ parentId: '11', editions: ['consumer'] })).toEqual(['4000203', 'editions']);
    expect(await refused({ firstAccount: { account: 'agent', name: '重名' } })).toEqual([
      '4000111',
      'firstAccount.account',
    ]);
    expect(await refused({ permissions: ['menu.edit'] })).toEqual(['4030101', 'permissions']);
    expect(await refused({ firstAccount: { account: 'weak.one', name: '弱密码', password: 'abcdef' } })).toEqual([
      '4000422',
      'firstAccount.password',
    ]);
    expect(
      (await agent.ask(listCustomers, { query: { nameContains: '测试客户' } })).list.map(({ code }) => code),
    ).not.toContain('a-antu');
  });

  test('has its parent’s currency for good; only the platform opens one directly below itself in another', async () => {
    const opened = async (caller: typeof agent, differing: Partial<BodyOf<typeof addCustomer>>) => {
      const { id } = await caller.ask(addCustomer, { body: newCustomer(differing) });
      return { id, currency: (await caller.ask(readCustomer, { query: { id } })).currency };
    };
    expect(await opened(agent, {})).toMatchObject({ currency: 'CNY' });
    const abroad = await opened(admin, { parentId: '1', kind: 'AGENT', currency: 'USD' });
    expect(abroad.currency).toBe('USD');
    expect(await opened(admin, { parentId: abroad.id })).toMatchObject({ currency: 'USD' });
    for (const [parentId, currency] of [
      ['10', 'USD'],
      [abroad.id, 'CNY'],
    ] as const) {
      const refused = await admin.call(addCustomer, { body: newCustomer({ parentId, currency }) });
      expect(refused).toMatchObject({ code: '4000206', data: { errors: [{ field: 'currency' }] } });
    }
    const { version } = await admin.ask(readCustomer, { query: { id: abroad.id } });
    const body = { id: abroad.id, version, ...profile('海外', 'ABROAD'), currency: 'CNY' };
    expect((await admin.call(editCustomer, { body: body as never })).status).toBe(422);
    const moved = await admin.call(moveCustomer, { body: { id: abroad.id, parentId: '10', version } });
    expect(moved).toMatchObject({ code: '4000206', data: { errors: [{ field: 'parentId' }] } });
  });

  test('of one code is made once, however many ask at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => agent.call(addCustomer, { body: newCustomer({ code: 'SAME-CODE' }) })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual(['200', ...Array.from({ length: 5 }, () => '4000202')]);
  });

  test('is edited by those above, one editor at a time, never by itself', async () => {
    const { version } = await agent.ask(readCustomer, { query: { id: '12' } });
    const body = { id: '12', version, ...profile('安途车联', 'A-ANTU') };
    expect(await agent.ask(editCustomer, { body })).toEqual({ id: '12', version: version + 1 });
    expect(await agent.call(editCustomer, { body })).toMatchObject({ status: 409, code: '4090002' });
    const own = await agent.ask(readCustomer, { query: { id: '10' } });
    const self = { id: '10', version: own.version, ...profile('甲代理', 'AGENT-A'), editions: own.editions };
    expect((await agent.call(editCustomer, { body: self })).code).toBe('4030201');
    expect((await admin.call(editCustomer, { body: self })).code).toBe('200');
  });

  test('keeps the editions its children use', async () => {
    const parent = await admin.ask(readCustomer, { query: { id: '1' } });
    const body = { id: '1', version: parent.version, ...profile('卡枢平台', 'CARDINAL') };
    expect(await admin.call(editCustomer, { body })).toMatchObject({ code: '4090201' });
  });

  test('cannot disable itself', async () => {
    expect((await agent.call(setCustomerStatus, { body: { id: '10', status: 0 } })).code).toBe('4030201');
  });
});

test('without the permission nothing is done, and the try is logged with who tried', async () => {
  const kefu = await it.as('kefu');
  expect((await kefu.call(addCustomer, { body: newCustomer() })).status).toBe(403);
  expect((await kefu.call(setCustomerStatus, { body: { id: '12', status: 0 } })).status).toBe(403);
  const rows = await it.db
    .selectFrom('audit.operation_log')
    .select(['endpoint', 'code', 'customer_id', 'actor_account_id'])
    .where('actor_name', '=', 'kefu')
    .where('result', '=', 'refused')
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { endpoint: 'customers.add', code: '4030001', customer_id: '10', actor_account_id: '1011' },
    { endpoint: 'customers.status', code: '4030001', customer_id: '10', actor_account_id: '1011' },
  ]);
});

test('unknown fields and parameters are refused by name', async () => {
  const { status, data } = await agent.call(listCustomers, {
    raw: { query: '?colour=red&under=99999999999999999999' },
  });
  expect(status).toBe(422);
  const { errors } = data as unknown as { errors: { field: string }[] };
  expect(errors.map(({ field }) => field).sort()).toEqual(['colour', 'under']);
  const body = { ...newCustomer(), level: 1 } as BodyOf<typeof addCustomer>;
  expect((await agent.call(addCustomer, { body })).status).toBe(422);
});
