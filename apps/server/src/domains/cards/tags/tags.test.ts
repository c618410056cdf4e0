import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import * as api from '@cardinal/contract/api/cards/tags.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { keepsRegister } from '@cardinal/testing/register.ts';
import { expect, test } from 'vitest';

const host = await forThisFile(testApp({ demo: 'people' }));
const [agent, rival] = [await host.as('agent'), await host.as('rival')];
const now = host.clock.now();
const card = { platform: 1, carrier_account_id: '1', kind: 1, carrier_status: 'ACTIVATED', lifecycle: 'activated' };
const rows = Array.from({ length: 30 }, (_, n) => ({ id: `${n + 1}`, iccid: `89860100000000000${100 + n}` }));
await host.db
  .insertInto('cards.card')
  .values(rows.map((row) => ({ ...card, ...row, customer_id: '10', created_at: now, updated_at: now })) as never)
  .execute();

const make = async (who: Caller, name: string) => (await who.ask(api.createTag, { body: { name, color: 'blue' } })).id;
const tagCards = (tag: string, from: number, count: number) =>
  host.db
    .insertInto('cards.card_tag')
    .values(Array.from({ length: count }, (_, n) => ({ card_id: `${from + n}`, tag_id: tag, customer_id: '10' })))
    .execute();
const cardsUnder = async (tagId: string) =>
  (await agent.ask(listCards, { query: { tags: [tagId], pageNum: 1, pageSize: 10 } as never })).total;

test('a tag is made, edited with what stood before in the log, and deleted; to others it does not exist, and a duplicate is refused at its field', async () => {
  const edited = { name: '深圳南仓', color: 'red', group: '仓库', remark: '' };
  await keepsRegister(host, api.tags, {
    owner: 'agent',
    body: { name: '深圳仓', color: 'blue' },
    edited,
    shown: { ...edited, remark: null, cards: 0, createdBy: 'agent', usedIn: null },
    noted: {
      before: { name: '深圳仓', tag_group: null },
      after: { name: '深圳南仓', tag_group: '仓库', remark: null },
    },
    others: ['subagent', 'rival', 'operator'],
  });
  for (const who of [agent, rival]) await make(who, '北京仓');
  const bad = await agent.call(api.createTag, { body: { name: '仓#', color: 'red' } });
  expect(bad).toMatchObject({ status: 422, data: { errors: [{ field: 'name' }] } });
});

test('two tags become one, no card twice', async () => {
  const [from, into] = [await make(agent, '旧名称'), await make(agent, '新名称')];
  await tagCards(from, 1, 10);
  await tagCards(into, 6, 10);
  expect(await agent.ask(api.mergeTags, { body: { fromId: from, intoId: into } })).toEqual({ cards: 10, others: [] });
  expect(await cardsUnder(into)).toBe(15);
  expect((await agent.call(api.deleteTag, { body: { id: from } })).code).toBe('4040810');
  const theirs = await make(rival, '对手标签');
  for (const fromId of [theirs, into])
    expect((await agent.call(api.mergeTags, { body: { fromId, intoId: into } })).code).toBe('4040810');
  await agent.ask(api.deleteTag, { body: { id: into } });
  expect(await cardsUnder(into)).toBe(0);
});

test('tags without a card are found', async () => {
  const [tag, other] = [await make(agent, '没有卡的'), await make(agent, '有卡的标签')];
  await tagCards(other, 20, 3);
  const { list } = await agent.ask(api.listTags, { query: { unused: 'true', pageSize: 100 } as never });
  expect(list.map(({ id }) => id)).toContain(tag);
  expect(list.map(({ id }) => id)).not.toContain(other);
  expect(list.every(({ cards }) => cards === 0)).toBe(true);
});
