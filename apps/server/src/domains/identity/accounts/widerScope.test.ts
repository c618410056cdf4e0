import {
  addAccount,
  assignRole,
  deleteAccount,
  editAccount,
  kickAccount,
  readAccount,
  resetPassword,
  setAccountRoles,
  setAccountStatus,
  unlockAccount,
} from '@cardinal/contract/api/identity/accounts.ts';
import { resetTwoStep } from '@cardinal/contract/api/identity/twoStep.ts';
import type { DataScope } from '@cardinal/contract/enumerations/identity.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';

const it = await forThisFile(testApp({ demo: 'people' }));

/** An account with every right of its customer, for some of its customers only. */
async function colleague(
  maker: Caller,
  account: string,
  customerId: string,
  roleId: string,
  dataScope: DataScope,
  dataScopeCustomerIds?: string[],
): Promise<Caller & { readonly id: string }> {
  const { id, password } = await maker.ask(addAccount, {
    body: {
      customerId,
      account,
      name: account,
      roleIds: [roleId],
      dataScope,
      ...(dataScopeCustomerIds ? { dataScopeCustomerIds } : {}),
    },
  });
  await it.db.updateTable('identity.account').set({ must_change_password: false }).where('id', '=', id).execute();
  return { ...(await it.as(account, password ?? '')), id };
}

/** What would take an account over, or shut it out. */
async function triedOn(who: Caller, id: string, roleId: string): Promise<string[]> {
  const { version } = await who.ask(readAccount, { query: { id } });
  const answers = [
    await who.call(resetPassword, { body: { id } }),
    await who.call(editAccount, { body: { id, version, name: '接管', email: 'taken@example.com' } }),
    await who.call(setAccountRoles, { body: { id, roleIds: [roleId] } }),
    await who.call(assignRole, { body: { id: roleId, add: [id], remove: [] } }),
    await who.call(resetTwoStep, { body: { id } }),
    await who.call(kickAccount, { body: { id } }),
    await who.call(setAccountStatus, { body: { id, status: 0 } }),
    await who.call(unlockAccount, { body: { id } }),
    await who.call(deleteAccount, { body: { id } }),
  ];
  return answers.map(({ code }) => code);
}

const REFUSED = Array(9).fill('4030113');

test('an account with fewer customers takes over none with more, whatever its rights, at any level of the tree', async () => {
  const [admin, agent, subagent] = [await it.as('admin'), await it.as('agent'), await it.as('subagent')];
  const ofPlatform = await colleague(admin, 'narrow.platform', '1', '2001', 'own');
  expect(await triedOn(ofPlatform, '1001', '2001')).toEqual(REFUSED);
  const ofAgent = await colleague(agent, 'narrow.agent', '10', '3010', 'own');
  expect(await triedOn(ofAgent, '1003', '3010')).toEqual(REFUSED);
  const east = await colleague(agent, 'east.agent', '10', '3010', 'chosen', ['10']);
  expect((await east.call(kickAccount, { body: { id: '1011' } })).code).toBe('200');
  const ofBranch = await colleague(subagent, 'narrow.branch', '11', '3011', 'own');
  const wide = await colleague(subagent, 'wide.branch', '11', '3011', 'subtree');
  expect(await triedOn(ofBranch, wide.id, '3011')).toEqual(REFUSED);
});

test('a disabled account with more customers is not enabled again by one with fewer', async () => {
  const agent = await it.as('agent');
  const narrow = await colleague(agent, 'narrow.status', '10', '3010', 'own');
  const wide = await colleague(agent, 'wide.status', '10', '3010', 'subtree');
  await agent.ask(setAccountStatus, { body: { id: wide.id, status: 0 } });
  expect((await narrow.call(setAccountStatus, { body: { id: wide.id, status: 1 } })).code).toBe('4030113');
});
