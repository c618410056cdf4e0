import { listOperations } from '@cardinal/contract/api/audit/audit.ts';
import {
  editCustomer,
  listCustomers,
  readCustomer,
  setCustomerStatus,
} from '@cardinal/contract/api/customers/customers.ts';
import { setAccountRoles } from '@cardinal/contract/api/identity/accounts.ts';
import { readAccountInfo, readCaptcha, readMe, signIn, signOut } from '@cardinal/contract/api/identity/identity.ts';
import { putPreference } from '@cardinal/contract/api/identity/preferences.ts';
import { viewAs } from '@cardinal/contract/api/identity/viewAs.ts';
import { type Caller, DEMO_PASSWORD, TEST_CAPTCHA, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';

const it = await forThisFile(testApp({ demo: 'people' }));
const [agent, rival] = await Promise.all([it.as('agent'), it.as('rival')]);

const look = async (caller: Caller, id: string) => it.withToken((await caller.ask(viewAs, { body: { id } })).token);
const ALL = { query: { pageSize: 200 } } as const;

test('shows the customer’s own world: its name, its subtree, and no right the looker has not', async () => {
  const view = await look(agent, '11');
  const me = await view.ask(readMe);
  expect(me).toMatchObject({ isViewing: true, customer: { id: '11' }, account: { account: 'agent' } });
  const mine = (await agent.ask(readMe)).permissions;
  expect(me.permissions.filter((each) => !mine.includes(each))).toEqual([]);
  const { list } = await view.ask(listCustomers, ALL);
  expect(list.map(({ id }) => id)).not.toContain('10');
  const subagent = await (await it.as('subagent')).ask(listCustomers, ALL);
  expect(list.map(({ id }) => id).sort()).toEqual(subagent.list.map(({ id }) => id).sort());
  // The parent's private notes about the customer stay hidden while viewing as it.
  expect(await view.ask(readCustomer, { query: { id: '11' } })).toMatchObject({ salesperson: null });
  expect((await view.call(readCustomer, { query: { id: '10' } })).status).toBe(404);
});

test('changes nothing, whatever is asked, and each try is kept in the log with who tried', async () => {
  const view = await look(agent, '11');
  const profile = { name: '改名', code: 'X-1', editions: ['enterprise' as const], businessMode: 1 as const };
  const answers = [
    await view.call(editCustomer, { body: { id: '11', version: 1, ...profile, settlementMode: 'prepaid' } }),
    await view.call(setAccountRoles, { body: { id: '1004', roleIds: [] } }),
    await view.call(putPreference, { body: { key: 'views.x', value: 1 } }),
    await view.call(viewAs, { body: { id: '12' } }),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 403, code: '4030004', message: '代看为只读，不能执行此操作' });
  }
  const { list } = await agent.ask(listOperations, { query: { pageSize: 20, customerId: ['11'] } });
  const tries = list.filter(({ result }) => result === 'refused');
  expect(tries).toHaveLength(4);
  for (const row of tries) expect(row).toMatchObject({ actorName: 'agent', customerId: '11' });
});

test('is in the log of both: who looked, and to the customer that somebody above did', async () => {
  const view = await look(agent, '12');
  await view.ask(signOut);
  expect((await view.call(readMe)).code).toBe('5005003');
  expect((await agent.call(readMe)).code).toBe('200');
  const query = { pageSize: 20, customerId: ['12'], operationType: [87] } as const;
  const above = await agent.ask(listOperations, { query: { ...query, customerId: ['12'] } as never });
  expect(above.list.map(({ actorName, endpoint }) => [actorName, endpoint])).toEqual([
    ['agent', 'auth.logout'],
    ['agent', 'customers.viewAs'],
  ]);
  const below = await (await it.as('enterprise')).ask(listOperations, { query: query as never });
  expect(below.list.map(({ actorName }) => actorName)).toEqual(['上级操作', '上级操作']);
});

test('ends by itself, with the session it came from, and with the reach of the looker', async () => {
  const first = await look(agent, '12');
  it.clock.advance(30 * 60_000);
  expect((await first.call(readMe)).code).toBe('5005004');
  const { captchaId } = await it.nobody.ask(readCaptcha, { address: '10.40.0.1' });
  const signedIn = await it.nobody.ask(signIn, {
    address: '10.40.0.1',
    body: { account: 'agent', password: DEMO_PASSWORD, captchaId, captchaCode: TEST_CAPTCHA },
  });
  const other = it.withToken(signedIn.token ?? '');
  const second = await look(other, '12');
  const { sessions } = await other.ask(readAccountInfo);
  expect(sessions.filter(({ isThis }) => isThis).map(({ isView }) => isView)).toEqual([false]);
  expect(sessions.some(({ isView, endReason }) => isView && endReason === 'expired')).toBe(true);
  await other.ask(signOut);
  expect((await second.call(readMe)).code).toBe('5005003');
});

test('opens on customers below alone, also on a disabled one; a foreign one does not exist', async () => {
  expect((await rival.call(viewAs, { body: { id: '11' } })).status).toBe(404);
  expect((await agent.call(viewAs, { body: { id: '10' } })).code).toBe('4030202');
  expect((await agent.call(viewAs, { body: { id: '1' } })).status).toBe(404);
  await agent.ask(setCustomerStatus, { body: { id: '12', status: 0 } });
  expect((await (await look(agent, '12')).ask(readMe)).customer.id).toBe('12');
  await agent.ask(setCustomerStatus, { body: { id: '12', status: 1 } });
});
