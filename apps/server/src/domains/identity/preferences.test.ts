import { putPreference, readSharedViews, type SavedView } from '@cardinal/contract/api/identity/preferences.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';

const it = await forThisFile(testApp({ demo: 'people' }));
const [agent, colleague, below, above, rival] = (await Promise.all(
  ['agent', 'kefu', 'subagent', 'admin', 'rival'].map((account) => it.as(account)),
)) as [Caller, Caller, Caller, Caller, Caller];

const LIST = 'cards.1';
const keep = (caller: Caller, views: readonly SavedView[]) =>
  caller.ask(putPreference, { body: { key: `views.${LIST}`, value: [...views] } });
const seen = async (caller: Caller) => (await caller.ask(readSharedViews, { query: { list: LIST } })).views;
const MINE = { name: '自己的', query: 'isPending=true' };
const TEAM = { name: '客服常用', query: 'lifecycle=stopped', reach: 'colleagues' } as const;
const ALL = { name: '到期', query: 'endingWithinDays=7', reach: 'below' } as const;

test('a view is shared with colleagues, or with customers below too; what is kept stays with its account', async () => {
  await keep(agent, [MINE, TEAM, ALL]);
  const colleagues = await seen(colleague);
  expect(colleagues.map(({ name }) => name)).toEqual([TEAM.name, ALL.name]);
  expect(colleagues.every(({ by }) => by !== null)).toBe(true);
  expect(await seen(below)).toEqual([{ name: ALL.name, query: ALL.query, by: null }]);
  expect(await seen(agent)).toEqual([]);
});

test('nobody else learns of it: neither a customer above nor a foreign one', async () => {
  expect(await seen(above)).toEqual([]);
  expect(await seen(rival)).toEqual([]);
  expect((await it.nobody.call(readSharedViews, { query: { list: LIST } })).code).not.toBe('200');
});

test('only its owner changes it: another’s preference of the same name is another’s', async () => {
  await keep(colleague, []);
  expect((await seen(colleague)).map(({ name }) => name)).toEqual([TEAM.name, ALL.name]);
  await keep(agent, [MINE, { ...TEAM, reach: undefined }]);
  expect(await seen(colleague)).toEqual([]);
  expect(await seen(below)).toEqual([]);
});

test('what is no list of views is left out, whatever an account keeps under that name', async () => {
  await agent.ask(putPreference, { body: { key: `views.${LIST}`, value: { reach: 'below' } } });
  expect(await seen(below)).toEqual([]);
});
