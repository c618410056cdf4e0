import { startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { renewalForbidden } from '@cardinal/contract/api/renewals/refusals.ts';
import { RealNameStatus } from '@cardinal/contract/enumerations/card.ts';
import { cardsUnderTest, iccid, task } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { openOrdersUnderTest } from '@cardinal/testing/openOrdersUnderTest.ts';
import { addRecord, balanceOf, ordersWorkOff } from '@cardinal/testing/ordersUnderTest.ts';
import { blockedBy, renewalRulesUnderTest, rule, turnRule } from '@cardinal/testing/renewalRulesUnderTest.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { signed } from '../openApi/signedUnderTest.ts';

const under = await forThisFile(cardsUnderTest());
const { pack, newCards, buy, preview, body, product } = await renewalRulesUnderTest(under);
const { keyOf } = await openOrdersUnderTest(under);
const [agent, operator, enterprise] = [
  await under.as('agent'),
  await under.as('operator'),
  await under.as('enterprise'),
];
const key = await keyOf(enterprise);
const monthly = await pack('旧月包');
const newer = await pack('新月包', {
  given: [
    { to: '10', from: '1', reserve: 1_100 },
    { to: '12', from: '10', reserve: 1_200 },
  ],
});
const refuel = await pack('加油包', { type: 'flowRefueling', scope: 2 });
let orders = 0;
const order = (path: string, numbers: readonly number[], packageCode: string) => {
  orders += 1;
  return signed(under, key, 'POST', `/openapi/v1/${path}`, {
    body: { outOrderNo: `RR-${orders}`, packageCode, iccids: numbers.map(iccid) },
  });
};
const recordsOn = (n: number) =>
  under.db
    .selectFrom('orders.package_usage')
    .selectAll()
    .where('iccid', '=', iccid(n))
    .where('is_main', '=', true)
    .orderBy('id')
    .execute();
afterEach(() => sql`update renewals.rule set state = 'off'`.execute(under.db));
const skippedOf = async (n: number, packageId: string, more: object = {}) => {
  const { data } = await preview(enterprise, [n], packageId, more, 'order_package');
  return (data as { skipped: { words: string }[] }).skipped.map(({ words }) => words);
};

test('a package forbidden in the API is refused there with the rule’s message, passes in the console, and is kept once', async () => {
  const [n = 0, fresh = 0] = await newCards(2);
  await buy(enterprise, [n], monthly.id);
  const id = await rule(agent, body({ name: 'API 不续', packageIds: [monthly.id], channels: ['api'] }));
  const refused = await order('orders', [n], monthly.code);
  expect(refused.status).toBeLessThan(500);
  expect(refused.body).toMatchObject({
    code: renewalForbidden.code,
    detail: expect.stringContaining('该套餐已停止续费'),
  });
  expect(await blockedBy(under, id)).toMatchObject([
    { iccid: iccid(n), revision: 1, is_shadow: false, channel: 'api', tried_by: 'enterprise', package_name: '旧月包' },
  ]);
  expect((await order('orders/renew', [n], monthly.code)).body).toMatchObject({ code: renewalForbidden.code });
  expect(await blockedBy(under, id)).toHaveLength(2);
  // A first package is no renewal, and of both cards one is left out.
  const both = await order('orders', [n, fresh], monthly.code);
  expect(both.body).toMatchObject({
    total: 1,
    skipped: [{ count: 1, words: expect.stringContaining('该套餐已停止续费') }],
  });
  await ordersWorkOff(under, both.body);
  expect(await blockedBy(under, id)).toHaveLength(3);
  await buy(enterprise, [n], monthly.id);
  expect(await recordsOn(n)).toHaveLength(2);
  expect(await blockedBy(under, id)).toHaveLength(3);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('an add-on is no renewal', async () => {
  const [n = 0] = await newCards(1, monthly.id);
  const id = await rule(agent, body({ name: '全停' }));
  await buy(enterprise, [n], refuel.id, {}, 'order_flow_refuel');
  expect(await blockedBy(under, id)).toEqual([]);
  expect(await skippedOf(n, monthly.id)).toHaveLength(1);
});

test('what rules say is judged again under the card’s lock: the line fails with it, and its money is released', async () => {
  const [n = 0] = await newCards(1, monthly.id);
  const before = await balanceOf(under, '12');
  const { previewId } = (await preview(enterprise, [n], monthly.id, {}, 'renew_package')).data as { previewId: string };
  const started = await enterprise.ask(startAction, { body: { previewId } });
  const id = await rule(agent, body({ name: '中途启用', packageIds: [monthly.id] }));
  await ordersWorkOff(under, started);
  expect(await task(under, started.taskId)).toMatchObject({ failed: 1 });
  expect(await recordsOn(n)).toHaveLength(1);
  expect(await balanceOf(under, '12')).toEqual(before);
  expect(await blockedBy(under, id)).toMatchObject([{ iccid: iccid(n), tried_by: 'enterprise', channel: 'platform' }]);
});

test('of two orders at once for a card only as many months are stacked as a rule allows', async () => {
  const [n = 0] = await newCards(1, monthly.id);
  const id = await rule(agent, body({ name: '叠加', limits: ['months'], months: 1 }));
  const begun = [];
  for (let at = 0; at < 2; at += 1) {
    const { previewId } = (await preview(enterprise, [n], monthly.id, {}, 'renew_package')).data as {
      previewId: string;
    };
    begun.push(previewId);
  }
  const started = await Promise.all(begun.map((previewId) => enterprise.ask(startAction, { body: { previewId } })));
  await Promise.all(started.map((each) => ordersWorkOff(under, each)));
  expect(await recordsOn(n)).toHaveLength(2);
  expect(await blockedBy(under, id)).toHaveLength(1);
  expect(await skippedOf(n, monthly.id)).toHaveLength(1);
  // Of a package of several months all count, and so do several periods.
  const [other = 0] = await newCards(1, monthly.id);
  expect(await skippedOf(other, monthly.id, { periods: 2 })).toHaveLength(1);
  expect(await skippedOf(other, monthly.id)).toEqual([]);
});

test('in shadow a rule counts what it would refuse, and refuses nothing', async () => {
  const [n = 0] = await newCards(1, monthly.id);
  const id = await rule(agent, body({ name: '观察', packageIds: [monthly.id] }), 'shadow');
  expect(await skippedOf(n, monthly.id)).toEqual([]);
  await buy(enterprise, [n], monthly.id);
  expect(await recordsOn(n)).toHaveLength(2);
  expect(await blockedBy(under, id)).toMatchObject([{ is_shadow: true }]);
  await turnRule(agent, id, 'on');
  expect(await skippedOf(n, monthly.id)).toHaveLength(1);
});

test('a child’s rule adds to its parent’s and loosens nothing; who stands beside is not bound', async () => {
  const [n = 0] = await newCards(1, monthly.id);
  await rule(agent, body({ name: '上级只续新', limits: ['listed'], listedIds: [newer.id, monthly.id] }));
  const own = await rule(
    enterprise,
    body({
      name: '自己不续旧',
      packageIds: [monthly.id],
      messageZh: '公司规定不再续旧包',
      messageEn: 'Not by our rules',
    }),
  );
  expect(await skippedOf(n, monthly.id)).toEqual(['公司规定不再续旧包（续费规则「自己不续旧」）']);
  await turnRule(enterprise, own, 'off');
  expect(await skippedOf(n, monthly.id)).toEqual([]);
  // What the parent forbids no rule of a child permits.
  await rule(agent, body({ name: '上级停', packageIds: [monthly.id] }));
  await rule(enterprise, body({ name: '自己全许', limits: ['listed'], listedIds: [monthly.id] }));
  expect(await skippedOf(n, monthly.id)).toHaveLength(1);
  // A rule about one customer is silent about cards of others.
  await sql`update renewals.rule set state = 'off'`.execute(under.db);
  await rule(operator, {
    ...body({ name: '只管乙', productCodes: [], packageIds: [] }),
    customerIds: ['20'],
    productCodes: [product],
  });
  expect(await skippedOf(n, monthly.id)).toEqual([]);
});

test('every limit is judged by what the card has, and nothing else', async () => {
  const [n = 0] = await newCards(1, monthly.id);
  const now = async (name: string, more: Parameters<typeof body>[0], packageId = monthly.id) => {
    const id = await rule(agent, body({ name, ...more }));
    const skipped = await skippedOf(n, packageId);
    await turnRule(agent, id, 'off');
    return skipped.length;
  };
  expect(await now('同一', { limits: ['samePackage'] })).toBe(0);
  expect(await now('同一二', { limits: ['samePackage'] }, newer.id)).toBe(1);
  expect(await now('指定', { limits: ['listed'], listedIds: [newer.id], packageIds: [monthly.id] })).toBe(1);
  expect(await now('指定二', { limits: ['listed'], listedIds: [newer.id], packageIds: [monthly.id] }, newer.id)).toBe(
    0,
  );
  expect(await now('提前', { limits: ['daysAhead'], daysAhead: 0 })).toBe(1);
  expect(await now('提前二', { limits: ['daysAhead'], daysAhead: 40 })).toBe(0);
  expect(await now('底价', { limits: ['minPrice'], minPrice: '10.01' })).toBe(1);
  expect(await now('底价二', { limits: ['minPrice'], minPrice: '10.00' })).toBe(0);
  expect(await now('实名', { limits: ['realName'] })).toBe(1);
  await under.db
    .updateTable('cards.card')
    .set({ real_name_status: RealNameStatus.values.realNamed })
    .where('iccid', '=', iccid(n))
    .execute();
  expect(await now('实名二', { limits: ['realName'] })).toBe(0);
  expect(await now('未到', { fromDay: '2099-01-01' })).toBe(0);
  expect(await now('别的渠道', { channels: ['miniProgram'] })).toBe(0);
});

test('a card whose package has ended long since renews; what was given back is nothing it had', async () => {
  const [n = 0, m = 0] = await newCards(2);
  const cards = await under.db
    .selectFrom('cards.card')
    .select(['id', 'iccid'])
    .where('iccid', 'in', [iccid(n), iccid(m)])
    .orderBy('id')
    .execute();
  const [ended, unsubscribed] = [iccid(n), iccid(m)].map((each) => cards.find((row) => row.iccid === each)) as [
    { id: string; iccid: string },
    { id: string; iccid: string },
  ];
  await addRecord(under, ended, -90, -60, { state: 2, package_id: monthly.id, package_version_id: monthly.versionId });
  await addRecord(under, unsubscribed, -5, 25, {
    state: 3,
    package_id: monthly.id,
    package_version_id: monthly.versionId,
  });
  await rule(agent, body({ name: '结束的' }));
  expect(await skippedOf(n, monthly.id)).toHaveLength(1);
  expect(await skippedOf(m, monthly.id)).toEqual([]);
});
