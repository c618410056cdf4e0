import { listOperations } from '@cardinal/contract/api/audit/audit.ts';
import { moveCustomer, previewMove } from '@cardinal/contract/api/customers/customerMove.ts';
import { listCustomers, readCustomer } from '@cardinal/contract/api/customers/customers.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

const it = await forThisFile(testApp({ demo: 'people' }));
const [admin, agent, rival] = await Promise.all([it.as('admin'), it.as('agent'), it.as('rival')]);

const versionOf = async (id: string) => (await admin.ask(readCustomer, { query: { id } })).version;
const move = async (id: string, parentId: string) =>
  admin.call(moveCustomer, { body: { id, parentId, version: await versionOf(id) } });
const under = async (id: string) =>
  (await it.db.selectFrom('customers.customer').select('id').where('path', 'like', `%/${id}/%`).execute()).length;
/** Paths and levels that do not match the parent's. */
const astray = async () => {
  const { rows } = await sql<{ id: string }>`
    select c.id from customers.customer c left join customers.customer p on p.id = c.parent_id
    where c.path <> coalesce(p.path, '/') || c.id || '/' or c.level <> coalesce(p.level, 0) + 1`.execute(it.db);
  return rows;
};
const give = (state: 'on' | 'recalled') =>
  sql`insert into catalogue.product_distribution (id, product_id, customer_id, from_customer_id, state, given_at, updated_at)
    values (990001, 990001, 11, 10, ${state}, ${it.clock.now()}, ${it.clock.now()})
    on conflict (id) do update set state = excluded.state`.execute(it.db);

describe('moving a customer', () => {
  test('is the platform’s alone', async () => {
    const body = { id: '11', parentId: '20', version: 1 };
    for (const caller of [agent, rival]) expect((await caller.call(moveCustomer, { body })).code).toBe('4030001');
  });

  test('in a circle, under a leaf, under too few editions or to where it stands is refused at the field', async () => {
    const cases = [
      ['10', '11', '4000204'],
      ['10', '10', '4000204'],
      ['11', '10', '4000204'],
      ['11', '12', '4000201'],
      ['10', '20', '4000203'],
      ['1', '20', '4040001'],
      ['11', '987654321', '4040001'],
    ] as const;
    for (const [id, parentId, code] of cases) {
      const answer = await admin.call(moveCustomer, { body: { id, parentId, version: 1 } });
      expect(answer.code, `${id} → ${parentId}`).toBe(code);
      expect((await admin.call(previewMove, { query: { id, parentId } })).code).toBe(code);
    }
  });

  test('waits until what its parent gave it is taken back', async () => {
    await give('on');
    const seen = await admin.ask(previewMove, { query: { id: '11', parentId: '20' } });
    expect(seen.findings).toContainEqual({ what: '个产品由原上级分配，请先收回', count: 1, effect: 'blocks' });
    expect(await move('11', '20')).toMatchObject({ code: '4090202', message: expect.stringContaining('1 个产品') });
    await give('recalled');
  });

  test('takes everything below along, ends menu sets of the former parent, and is seen at the next request', async () => {
    await sql`insert into identity.menu_set (id, customer_id, name, is_default, entries, created_at, updated_at)
      values (990002, 10, '方案', false, '[]', now(), now())`.execute(it.db);
    await sql`delete from identity.menu_set_customer where customer_id = 11`.execute(it.db);
    await sql`insert into identity.menu_set_customer (customer_id, set_id, assigned_by, assigned_at)
      values (11, 990002, 'agent', now())`.execute(it.db);
    const count = await under('11');
    const seen = await admin.ask(previewMove, { query: { id: '11', parentId: '20' } });
    expect(seen).toMatchObject({ customers: count, from: [{ id: '1' }, { id: '10' }, { id: '11' }] });
    expect(seen.to.map(({ id }) => id)).toEqual(['1', '20', '11']);
    expect(seen.findings).toContainEqual(expect.objectContaining({ effect: 'ends', count: 1 }));
    expect((await rival.call(readCustomer, { query: { id: '11' } })).status).toBe(404);

    expect((await move('11', '20')).code).toBe('200');
    expect(await astray()).toEqual([]);
    expect(await under('11')).toBe(count);
    expect((await agent.call(readCustomer, { query: { id: '11' } })).status).toBe(404);
    const { list } = await rival.ask(listCustomers, { query: { under: '11', pageSize: 200 } });
    expect(list).toHaveLength(count);
    expect(list.find(({ id }) => id === '11')).toMatchObject({ parentId: '20', level: 3 });
    expect(
      await it.db.selectFrom('identity.menu_set_customer').select('set_id').where('customer_id', '=', '11').execute(),
    ).toEqual([]);
    const log = await admin.ask(listOperations, { query: { pageSize: 20, endpoint: ['customers.move'] } });
    expect(log.list[0]).toMatchObject({ operationType: 82, actorName: 'admin', customerId: '11' });
    expect(log.list[0]?.before).toMatchObject({ parentId: '10' });
  });

  test('of two at once one wins, and no path leads nowhere', async () => {
    const version = await versionOf('11');
    const answers = await Promise.all(
      ['10', '1', '10', '1'].map((parentId) => admin.call(moveCustomer, { body: { id: '11', parentId, version } })),
    );
    expect(answers.filter(({ code }) => code === '200')).toHaveLength(1);
    for (const { status } of answers) expect(status).toBeLessThan(500);
    expect(await astray()).toEqual([]);
  });
});

describe('the list of customers', () => {
  test('says when somebody came in last, and who sleeps', async () => {
    const asked = { pageSize: 200 } as const;
    const { list } = await admin.ask(listCustomers, { query: asked });
    expect(list.find(({ id }) => id === '10')?.lastSignInAt).toBe(it.clock.now().toISOString());
    expect(list.some(({ lastSignInAt }) => lastSignInAt === null)).toBe(true);
    const asleep = await admin.ask(listCustomers, { query: { ...asked, dormantDays: 15 } });
    expect(asleep.total).toBeGreaterThan(0);
    expect(asleep.list.map(({ id }) => id)).not.toContain('10');
    const since = it.clock.now().getTime() - 15 * 86_400_000;
    for (const row of asleep.list) expect(Date.parse(row.lastSignInAt ?? row.createdAt)).toBeLessThan(since);
  });

  test('counts each customer’s own cards from the tally', async () => {
    await sql`insert into cards.card_counter (customer_id, kind, platform, carrier_account_id, carrier_status, lifecycle, stop_reasons,
        sleep_status, real_name_status, online_state, n, ending_soon)
      select 12, 1, 1, 1, word, word, '{}', 'awake', 0, 0, n, 0 from (values ('activated', 7), ('stopped', 2), ('unactivated', 1)) t (word, n)`.execute(
      it.db,
    );
    const { list } = await agent.ask(listCustomers, { query: { id: ['12'] } });
    expect(list[0]).toMatchObject({ cards: 10, cardsActivated: 7, cardsStopped: 2 });
  });
});
