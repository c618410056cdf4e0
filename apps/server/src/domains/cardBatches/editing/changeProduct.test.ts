import { previewSelection, startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { editProduct, readProduct, shelveProduct } from '@cardinal/contract/api/catalogue/products.ts';
import { addCards, cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { expect, test } from 'vitest';
import { workTasks } from '../../tasks/leases/workTasks.ts';

const under = await forThisFile(cardsUnderTest());
const code = await sellProduct(under.ctx, {
  code: 'MOVE-TO',
  carrierAccountId: under.accountId,
  customerIds: ['10', '20'],
});
await addCards(under, [
  ...[1, 2, 3].map((n) => ({ n, customerId: '10' })),
  { n: 4, customerId: '12' },
  { n: 5, customerId: '10', kind: 3 },
  { n: 6, customerId: '10', status: 'RETIRED' as const },
  { n: 7, customerId: '20' },
]);

const preview = async (who: string, productCode: string, numbers: number[]) =>
  (await under.as(who)).call(previewSelection, {
    body: {
      action: 'change_product',
      source: { kind: 'list', identifierType: 1, text: numbers.map(iccid).join(',') },
      parameters: { productCode },
    },
  });
async function move(who: string, productCode: string, numbers: number[]) {
  const { data } = await preview(who, productCode, numbers);
  const { taskId } = await (await under.as(who)).ask(startAction, { body: { previewId: data.previewId } });
  await workTasks(under.ctx, new AbortController().signal);
  return under.db
    .selectFrom('tasks.task')
    .select(['done', 'skipped', 'failed'])
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow();
}
const stored = (n: number) =>
  under.db
    .selectFrom('cards.card')
    .select(['product_code', 'product_version'])
    .where('iccid', '=', iccid(n))
    .executeTakeFirstOrThrow();

test('the preview says which cards do not come under the product and why; the task moves the others', async () => {
  const { data } = await preview('operator', code, [1, 2, 3, 4, 5, 6, 7]);
  expect(data.willTouch).toBe(4);
  expect(data.skipped.map(({ words, count }) => [words, count]).sort()).toEqual([
    ['卡已销户', 1],
    ['客户没有该产品', 1],
    ['运营商或卡类型与产品不一致', 1],
  ]);
  expect(await move('operator', code, [1, 2, 3, 4, 5, 6, 7])).toEqual({ done: 4, skipped: 0, failed: 0 });
  expect(await stored(1)).toEqual({ product_code: code, product_version: 1 });
  expect((await stored(4)).product_code).toBeNull();
  const agent = await under.as('agent');
  const { total } = await agent.ask(listCards, { query: { productCode: [code] } as never });
  expect(total).toBe(3);
  const lines = await under.db
    .selectFrom('cards.card_event')
    .select(['action', 'operation_type', 'actor_name'])
    .where('iccid', '=', iccid(1))
    .execute();
  expect(lines).toEqual([{ action: 'change_product', operation_type: 50, actor_name: 'operator' }]);
});

test('after an edit the cards there are go by older terms until they are moved to the new version', async () => {
  const operator = await under.as('operator');
  const product = await under.db
    .selectFrom('catalogue.product')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  const shown = await operator.ask(readProduct, { query: { id: product.id } });
  const { name, carrierAccountId, kind, sizes, communicationPlan, businessMode, imeiLock, silentDays } = shown;
  await operator.ask(editProduct, {
    body: {
      id: shown.id,
      version: 1,
      name,
      carrierAccountId,
      kind,
      sizes,
      communicationPlan,
      businessMode,
      imeiLock,
      silentDays,
      testDays: 14,
    },
  });
  expect(await operator.ask(readProduct, { query: { id: product.id } })).toMatchObject({
    cards: 4,
    olderCards: 4,
    version: 2,
  });
  expect(await move('operator', code, [1, 2])).toEqual({ done: 2, skipped: 0, failed: 0 });
  expect((await preview('operator', code, [1, 3])).data).toMatchObject({
    willTouch: 1,
    skipped: [{ words: '已在该产品的当前版本', count: 1 }],
  });
  expect(await operator.ask(readProduct, { query: { id: product.id } })).toMatchObject({ olderCards: 2 });
});

test('a product one does not have is not there; one that is off the shelf takes no cards', async () => {
  const own = await sellProduct(under.ctx, { carrierAccountId: under.accountId });
  for (const unknown of [own, 'NOBODYS']) {
    expect(await preview('agent', unknown, [1])).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'parameters.productCode', message: '产品不存在' }] },
    });
  }
  expect((await preview('rival', code, [1])).data).toMatchObject({ willTouch: 0, skipped: [{ words: '卡不存在' }] });
  const operator = await under.as('operator');
  const { id } = await under.db
    .selectFrom('catalogue.product')
    .select('id')
    .where('code', '=', own)
    .executeTakeFirstOrThrow();
  await operator.ask(shelveProduct, { body: { id, state: 'off' } });
  expect((await preview('operator', own, [1])).data).toMatchObject({ willTouch: 0 });
});
