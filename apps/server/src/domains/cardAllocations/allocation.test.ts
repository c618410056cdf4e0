import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { previewSelection, startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { previewUndo } from '@cardinal/contract/api/cardBatches/undo.ts';
import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { listCardEvents } from '@cardinal/contract/api/cards/history.ts';
import { createTag } from '@cardinal/contract/api/cards/tags.ts';
import { readCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import {
  addCards,
  card,
  cardsUnderTest,
  iccid,
  item,
  listSource,
  start,
  workOff,
} from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { expect, test } from 'vitest';

const TARGET = '11';

const under = await forThisFile(cardsUnderTest());
const [agent, subagent, rival] = await Promise.all([under.as('agent'), under.as('subagent'), under.as('rival')]);
const code = await sellProduct(under.ctx, {
  code: 'GIVEN',
  carrierAccountId: under.accountId,
  customerIds: ['10', TARGET],
});
await addCards(under, [
  ...[1, 2, 3, 4, 8, 9].map((n) => ({ n })),
  { n: 5, status: 'RETIRED' as const },
  { n: 6, customerId: '12' },
  { n: 7, customerId: '20' },
]);

const preview = (who: Caller, action: CardAction, numbers: number[], parameters: object = {}) =>
  who.call(previewSelection, { body: { action, source: listSource(numbers), parameters } as never });
const give = async (numbers: number[], parameters: object = {}) => {
  const { taskId } = await start(agent, 'allocate_card', listSource(numbers), {
    targetCustomerId: TARGET,
    productCode: code,
    ...parameters,
  });
  await workOff(under);
  return taskId;
};
const ownerOf = async (n: number) => (await card(under, n)).customer_id;
const linesOf = async (who: Caller, n: number) =>
  (
    await who.ask(listCardEvents, {
      query: { identifiers: iccid(n), identifierType: 1, sort: 'at', pageSize: 50 } as never,
    })
  ).list.map(({ action, toValue, reason }) => [action, toValue, reason]);
const mine = async (who: Caller) => (await who.ask(listCards, { query: { kind: [1] } as never })).total;

test('cards are given down: the target sees them under its product, and nothing of what was before', async () => {
  const tag = await agent.ask(createTag, { body: { name: '深圳仓', color: 'blue' } });
  await start(agent, 'set_tag', listSource([1]), { tagIds: [tag.id] });
  await start(agent, 'edit_remark', listSource([1]), { remark: '甲仓库' });
  await workOff(under);
  const before = await mine(subagent);
  // Only the former owner may know about its unusual usage.
  await under.db.updateTable('cards.card').set({ usage_jumped_at: new Date() }).where('iccid', '=', iccid(1)).execute();
  await give([1, 2], { remark: '九月批次' });
  expect(await card(under, 1)).toMatchObject({
    customer_id: TARGET,
    product_code: code,
    product_version: 1,
    usage_jumped_at: null,
  });
  expect(await mine(subagent)).toBe(before + 2);
  expect(await linesOf(subagent, 1)).toEqual([['allocate_card', '划拨入 甲代理华东分部', '九月批次']]);
  expect((await linesOf(agent, 1)).map(([action]) => action)).toEqual(['set_tag', 'edit_remark', 'allocate_card']);
  const seen = async (who: Caller) =>
    (await who.ask(readCard, { query: { iccid: iccid(1) } })).card.tags.map(({ name }) => name);
  expect(await seen(agent)).toEqual(['深圳仓']);
  expect(await seen(subagent)).toEqual([]);
  const own = await subagent.ask(createTag, { body: { name: '自己的', color: 'red' } });
  await start(subagent, 'set_tag', listSource([1]), { tagIds: [own.id] });
  await workOff(under);
  expect(await seen(agent)).toEqual(['深圳仓']);
});

test('what does not go is told before, each with its reason; strangers’ cards are unknown', async () => {
  await under.db
    .updateTable('cards.card')
    .set({ pending_action: 'stop_card', pending_to: 'DEACTIVATED', pending_since: under.clock.now() })
    .where('iccid', '=', iccid(4))
    .execute();
  const { data } = await preview(agent, 'allocate_card', [1, 3, 4, 5, 6, 7], {
    targetCustomerId: TARGET,
    productCode: code,
  });
  expect(data.willTouch).toBe(1);
  expect(data.skipped.map(({ reason }) => reason).sort()).toEqual([
    'already',
    'cancelled',
    'changeOpen',
    'notAbove',
    'notFound',
  ]);
  expect((await preview(agent, 'allocate_card', [3], { targetCustomerId: TARGET })).data).toMatchObject({
    willTouch: 0,
    skipped: [{ reason: 'noProduct' }],
  });
});

test('the target is a customer below one’s own that has the product; whoever may not is refused', async () => {
  const field = async (who: Caller, parameters: object) =>
    (await preview(who, 'allocate_card', [3], parameters)).data as unknown as { errors: { field: string }[] };
  for (const targetCustomerId of ['10', '20', '1', '999999']) {
    expect((await field(agent, { targetCustomerId })).errors[0]?.field).toBe('parameters.targetCustomerId');
  }
  expect((await field(agent, {})).errors[0]?.field).toBe('parameters.targetCustomerId');
  expect((await field(agent, { targetCustomerId: '12', productCode: code })).errors[0]?.field).toBe(
    'parameters.productCode',
  );
  expect((await preview(await under.as('norole'), 'recover_card', [1])).status).toBe(403);
  expect((await preview(rival, 'recover_card', [1])).data).toMatchObject({
    willTouch: 0,
    skipped: [{ reason: 'notFound' }],
  });
});

test('cards come back from below; who had them keeps the line of it, and sees them no more', async () => {
  await give([3]);
  expect((await preview(agent, 'recover_card', [3, 8])).data).toMatchObject({
    willTouch: 1,
    skipped: [{ reason: 'already' }],
  });
  const { taskId } = await start(agent, 'recover_card', listSource([3]), { remark: '合同终止' });
  await workOff(under);
  expect(await item(under, taskId, 3)).toMatchObject({ state: 'done' });
  expect(await card(under, 3)).toMatchObject({ customer_id: '10', product_code: code });
  expect(await linesOf(subagent, 3)).toEqual([
    ['allocate_card', '划拨入 甲代理华东分部', null],
    ['recover_card', '已回收', '合同终止'],
  ]);
  expect((await subagent.call(readCard, { query: { iccid: iccid(3) } })).code).toBe('4040801');
});

test('an allocation goes back while its cards are as it left them, to whom and under what they were', async () => {
  const batch = await give([8, 9]);
  await under.db
    .updateTable('cards.card')
    .set({ product_code: null, product_version: null })
    .where('iccid', '=', iccid(9))
    .execute();
  expect((await subagent.call(previewUndo, { body: { taskId: batch } })).status).not.toBe(200);
  const shown = await agent.ask(previewUndo, { body: { taskId: batch } });
  expect(shown).toMatchObject({ action: 'recover_card', willTouch: 1, willSkip: 1 });
  const undone = await agent.ask(startAction, { body: { previewId: shown.previewId } });
  await workOff(under);
  expect(await card(under, 8)).toMatchObject({ customer_id: '10', product_code: null });
  expect(await ownerOf(9)).toBe(TARGET);
  const again = await agent.ask(previewUndo, { body: { taskId: undone.taskId } });
  expect(again).toMatchObject({ action: 'allocate_card', willTouch: 1 });
  await agent.ask(startAction, { body: { previewId: again.previewId } });
  await workOff(under);
  expect(await card(under, 8)).toMatchObject({ customer_id: TARGET, product_code: code });
});
