import { addAccount } from '@cardinal/contract/api/identity/accounts.ts';
import { saveRole } from '@cardinal/contract/api/identity/roles.ts';
import {
  createApiKey,
  disableApiKey,
  editApiKey,
  listApiKeys,
  rotateApiKey,
} from '@cardinal/contract/api/openApi/keys.ts';
import { createScopeSet, editScopeSet } from '@cardinal/contract/api/openApi/scopeSets.ts';
import { OPEN_SCOPES, type OpenScope } from '@cardinal/contract/api/openApi/scopes.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';

const it = await forThisFile(testApp({ demo: 'people' }));
const [admin, agent, subagent, rival] = [
  await it.as('admin'),
  await it.as('agent'),
  await it.as('subagent'),
  await it.as('rival'),
];

const KEY_RIGHTS = ['apiKey.view', 'apiKey.create', 'apiKey.edit', 'apiKey.rotate', 'apiKey.disable'];
const READ: OpenScope[] = ['card.read'];

async function colleague(
  maker: Caller,
  account: string,
  customerId: string,
  roleId: string,
  dataScope: 'own' | 'subtree',
) {
  const { id, password } = await maker.ask(addAccount, {
    body: { customerId, account, name: account, roleIds: [roleId], dataScope },
  });
  await it.db.updateTable('identity.account').set({ must_change_password: false }).where('id', '=', id).execute();
  return it.as(account, password ?? '');
}

const clerkRole = async (maker: Caller, name = '密钥管理') =>
  (await maker.ask(saveRole, { body: { name, permissions: KEY_RIGHTS } })).id;

/** What would make the key's rights the caller's own, or take them from its system. */
async function triedOn(who: Caller, id: string): Promise<string[]> {
  const [key] = (await who.ask(listApiKeys, { query: { id: [id] } })).list;
  const body = { id, version: key?.version ?? 0 };
  const answers = [
    await who.call(rotateApiKey, { body: { ...body, overlapHours: 0 } }),
    await who.call(editApiKey, { body: { ...body, name: 'taken', scopes: [...OPEN_SCOPES], addresses: [] } }),
    await who.call(disableApiKey, { body: { id } }),
  ];
  return answers.map(({ code }) => code);
}

const REFUSED = ['4030906', '4030906', '4030906'];

test('a key is edited, rotated and disabled by nobody with fewer rights or customers than its account, at any level', async () => {
  const levels = [
    { maker: admin, customerId: '1', main: '2001' },
    { maker: agent, customerId: '10', main: '3010' },
    { maker: subagent, customerId: '11', main: '3011' },
  ];
  for (const { maker, customerId, main } of levels) {
    const { id } = await maker.ask(createApiKey, { body: { name: 'of the maker', scopes: READ, addresses: [] } });
    const clerk = await colleague(maker, `clerk${customerId}`, customerId, await clerkRole(maker), 'subtree');
    expect([customerId, await triedOn(clerk, id)]).toEqual([customerId, REFUSED]);
    const narrow = await colleague(maker, `narrow${customerId}`, customerId, main, 'own');
    expect([customerId, await triedOn(narrow, id)]).toEqual([customerId, REFUSED]);
    const equal = await colleague(maker, `equal${customerId}`, customerId, main, 'subtree');
    const rotated = await equal.ask(rotateApiKey, { body: { id, version: 1, overlapHours: 0 } });
    expect(rotated.secret).toMatch(/^cs_/);
    await maker.ask(disableApiKey, { body: { id } });
    // Its own keys are a clerk's to change.
    const own = await clerk.ask(createApiKey, { body: { name: 'of the clerk', scopes: READ, addresses: [] } });
    expect(await triedOn(clerk, own.id)).toEqual(['200', '4090002', '200']);
  }
});

test('a customer above still disables a key below; one beside learns nothing of it', async () => {
  const { id } = await subagent.ask(createApiKey, { body: { name: 'of a branch', scopes: READ, addresses: [] } });
  expect((await rival.call(disableApiKey, { body: { id } })).code).toBe('4040901');
  expect((await agent.call(disableApiKey, { body: { id } })).code).toBe('200');
});

test('a template gives no scopes to a key whose account is above its editor', async () => {
  const set = await agent.ask(createScopeSet, { body: { name: '只读', scopes: READ } });
  const key = { name: 'by template', scopeSetId: set.id, addresses: [] };
  await agent.ask(createApiKey, { body: key });
  const clerk = await colleague(agent, 'clerk.template', '10', await clerkRole(agent, '模板管理'), 'subtree');
  const body = { id: set.id, version: 1, name: '只读', scopes: [...OPEN_SCOPES] };
  expect((await clerk.call(editScopeSet, { body })).code).toBe('4030906');
  expect((await agent.call(editScopeSet, { body })).code).toBe('200');
});
