import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { previewSelection, startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { listCardEvents } from '@cardinal/contract/api/cards/history.ts';
import * as api from '@cardinal/contract/api/cards/tags.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { workTasks } from '../../tasks/leases/workTasks.ts';

const iccid = (n: number) => withCheckDigit(`898601${String(n).padStart(13, '0')}`);
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);

async function addCards(from: number, count: number, customerId: string): Promise<void> {
  const now = ctx.clock.now();
  await ctx.copyRows(
    'cards.card',
    [
      'id',
      'iccid',
      'platform',
      'carrier_account_id',
      'kind',
      'carrier_status',
      'lifecycle',
      'customer_id',
      'created_at',
      'updated_at',
    ],
    numbers(from, count).map((n) => [
      String(1_000_000 + n),
      iccid(n),
      1,
      '1',
      1,
      'ACTIVATED',
      'activated',
      customerId,
      now,
      now,
    ]),
  );
}

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const [agent, subagent, rival] = [await host.as('agent'), await host.as('subagent'), await host.as('rival')];
await addCards(0, 1_200, '10');
await addCards(5_000, 30, '11');

async function act(
  who: Caller,
  action: CardAction,
  cards: number[],
  parameters: object,
): Promise<Record<string, number>> {
  const preview = await who.ask(previewSelection, {
    body: { action, source: { kind: 'list', identifierType: 1, text: cards.map(iccid).join(',') }, parameters },
  });
  const { taskId } = await who.ask(startAction, { body: { previewId: preview.previewId } });
  await workTasks(ctx, new AbortController().signal);
  return host.db
    .selectFrom('tasks.task')
    .select(['done', 'skipped', 'failed'])
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow();
}
const make = async (who: Caller, name: string) => (await who.ask(api.createTag, { body: { name, color: 'blue' } })).id;
const cardsUnder = async (who: Caller, tagId: string) =>
  (await who.ask(listCards, { query: { tags: [tagId], pageNum: 1, pageSize: 10 } as never })).total;

test('a tag on a thousand cards is counted, filtered by, and seen by nobody else', async () => {
  const tag = await make(agent, '深圳仓');
  expect(await act(agent, 'set_tag', numbers(0, 1_000), { tagIds: [tag] })).toEqual({
    done: 1_000,
    skipped: 0,
    failed: 0,
  });
  const { list } = await agent.ask(api.listTags, { query: { nameContains: '深圳' } as never });
  expect(list).toMatchObject([{ id: tag, name: '深圳仓', cards: 1_000, createdBy: 'agent', usedIn: null }]);
  // Each kind has a list of its own; the count tells them apart.
  expect(list[0]!.cardsByKind).toEqual([{ kind: 1, n: 1_000 }]);
  expect(await cardsUnder(agent, tag)).toBe(1_000);
  for (const other of [subagent, rival, await host.as('operator')]) {
    expect((await other.ask(api.listTags, {})).list.map((each) => each.id)).not.toContain(tag);
    expect((await other.ask(api.tagOptions, {})).map((each) => each.id)).not.toContain(tag);
    const edited = await other.call(api.editTag, { body: { id: tag, name: '别人的', color: 'red' } });
    expect(edited.code).toBe('4040810');
  }
  const again = await act(agent, 'set_tag', numbers(0, 10), { tagIds: [tag] });
  expect(again).toEqual({ done: 0, skipped: 10, failed: 0 });
});

test('a parent’s tags on a child’s cards and the child’s own do not know each other', async () => {
  const [above, below] = [await make(agent, '重点客户'), await make(subagent, '重点客户')];
  await act(agent, 'set_tag', numbers(5_000, 5), { tagIds: [above] });
  await act(subagent, 'set_tag', numbers(5_000, 5), { tagIds: [below] });
  const seen = async (who: Caller) =>
    (await who.ask(listCards, { query: { iccid: [iccid(5_000)] } as never })).list.map((card) =>
      card.tags?.map((tag) => tag.id),
    );
  expect(await seen(agent)).toEqual([[above]]);
  expect(await seen(subagent)).toEqual([[below]]);
  expect(await cardsUnder(subagent, above)).toBe(0);
  await act(agent, 'set_tag', numbers(5_000, 5), { tagIds: [await make(agent, '普通客户')], tagMode: 'replace' });
  expect(await cardsUnder(agent, above)).toBe(0);
  expect(await cardsUnder(subagent, below)).toBe(5);
  const lines = await subagent.ask(listCardEvents, { query: { action: ['set_tag'], iccid: [iccid(5_000)] } as never });
  expect(lines.list.map((line) => line.actorName)).toEqual(['subagent']);
});

test('a card takes twenty tags and not one more', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 21; n += 1) ids.push(await make(agent, `批次${n}号`));
  expect(await act(agent, 'set_tag', [1_100], { tagIds: ids.slice(0, 20) })).toEqual({
    done: 1,
    skipped: 0,
    failed: 0,
  });
  expect(await act(agent, 'set_tag', [1_100], { tagIds: ids.slice(20) })).toEqual({ done: 0, skipped: 0, failed: 1 });
  expect(await act(agent, 'clear_tag', [1_100], { tagIds: ids.slice(0, 5) })).toEqual({
    done: 1,
    skipped: 0,
    failed: 0,
  });
  expect(await cardsUnder(agent, ids[19] as string)).toBe(1);
  expect(await cardsUnder(agent, ids[0] as string)).toBe(0);
});

test('a remark is written on many cards at once, with what stood there before', async () => {
  expect(await act(agent, 'edit_remark', numbers(300, 20), { remark: '年检设备' })).toEqual({
    done: 20,
    skipped: 0,
    failed: 0,
  });
  expect(await act(agent, 'edit_remark', numbers(310, 20), { remark: '年检设备' })).toEqual({
    done: 10,
    skipped: 10,
    failed: 0,
  });
  await act(agent, 'edit_remark', [300], { remark: '已年检' });
  const { list, summary } = await agent.ask(listCardEvents, { query: { iccid: [iccid(300)], sort: '-at' } as never });
  expect(list.map((line) => [line.action, line.fromValue, line.toValue, line.actorName, line.source])).toEqual([
    ['edit_remark', '年检设备', '已年检', 'agent', 'console'],
    ['edit_remark', null, '年检设备', 'agent', 'console'],
    ['set_tag', null, '增加 1 个、移除 0 个标签', 'agent', 'console'],
  ]);
  expect(summary.perDay).toEqual([
    { day: '2026-11-20', operationType: 48, count: 1 },
    { day: '2026-11-20', operationType: 53, count: 2 },
  ]);
});

test('history is seen from the customer who had the card then, upwards, and never who acted from above', async () => {
  const operator = await host.as('operator');
  await act(operator, 'edit_remark', [5_010], { remark: '平台备注' });
  const of = async (who: Caller, query: object) =>
    (await who.ask(listCardEvents, { query: query as never })).list.map((line) => [line.toValue, line.actorName]);
  expect(await of(operator, { iccid: [iccid(5_010)] })).toEqual([['平台备注', 'operator']]);
  expect(await of(subagent, { iccid: [iccid(5_010)] })).toEqual([['平台备注', null]]);
  expect(await of(subagent, { iccid: [iccid(5_010)], actorName: ['operator'] })).toEqual([]);
  expect(await of(rival, { iccid: [iccid(5_010)] })).toEqual([]);
  // The card moves to another customer; the earlier records stay with the former owner.
  await host.db.updateTable('cards.card').set({ customer_id: '20' }).where('iccid', '=', iccid(5_010)).execute();
  expect(await of(rival, { iccid: [iccid(5_010)] })).toEqual([]);
  expect(await of(subagent, { identifiers: iccid(5_010).slice(0, 19), identifierType: 1 })).toEqual([
    ['平台备注', null],
  ]);
});
