import {
  acceptOffer,
  listOffers,
  mapOffer,
  mappingChoices,
  previewOffer,
} from '@cardinal/contract/api/externalPackages/offers.ts';
import {
  costBelowPrice,
  externalPackageNotFound,
  nothingToAccept,
  offerIsGone,
  offerIsMapped,
  offerMoved,
  packageNotMappable,
} from '@cardinal/contract/api/externalPackages/refusals.ts';
import { listInbox } from '@cardinal/contract/api/notices/inbox.ts';
import { distributePackages } from '@cardinal/contract/api/packages/packageDistributions.ts';
import { periodSpecs } from '@cardinal/contract/api/packages/specs.ts';
import { packageCodeTaken } from '@cardinal/contract/api/packages/systemPackages.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { sourceUnderTest } from '@cardinal/testing/sourcesUnderTest.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { whyNotOrderable } from '../packages/face.ts';

const under = await forThisFile(cardsUnderTest());
await under.work();
const RIGHTS = (['view', 'sync', 'config', 'map', 'accept', 'export'] as const).map(
  (verb) => `outPackagemanage.${verb}` as const,
);
await allow(under, 'operator', RIGHTS);
const [operator, agent] = (await Promise.all(['operator', 'agent'].map((name) => under.as(name)))) as [Caller, Caller];
const product = await sellProduct(under.ctx, { carrierAccountId: under.accountId, customerIds: ['10'] });
const { id: periodSpecId } = await operator.ask(periodSpecs.create, {
  body: { name: '1 个月', unit: 1, count: 1, boundary: 1, reset: 1, sort: 1 },
});

afterEach(() => control(under.jasper, 'DELETE', '/faults'));
const fault = (body: object) => control(under.jasper, 'POST', '/faults', { carrier: 'source', ...body });
const later = (ms = 1_000) => under.clock.set(new Date(under.clock.now().getTime() + ms));
const preview = (id: string, more: object = {}) => operator.ask(previewOffer, { query: { id, ...more } as never });

let codes = 0;
/** Maps an offer to a new package at a cost, and answers the package. */
async function mapped(id: string, cost = '600') {
  codes += 1;
  const { shown } = await preview(id);
  const { packageId } = await operator.ask(mapOffer, {
    body: {
      id,
      shown,
      cost,
      base: 1_024,
      periodSpecId,
      code: `EXT-${codes}`,
      name: `外部 ${codes}`,
      productCodes: [product],
    },
  });
  return packageId;
}
const packageOf = (id: string) =>
  under.db
    .selectFrom('packages.package as p')
    .innerJoin('packages.package_version as v', 'v.id', 'p.current_version_id')
    .select(['p.shelf_state', 'p.cost_price', 'p.origin', 'v.flow_bytes', 'v.number', 'v.validity_count'])
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow();
const whyNot = (packageId: string) =>
  whyNotOrderable(under.ctx, packageId, '1', { productCode: product, channel: 'platform' });

test('a rise from 6.00 to 9.00 beyond ten per cent takes the package off the shelf and tells who may accept; accepted at 9.00 it is back', async () => {
  const source = await sourceUnderTest(under, operator);
  await source.sells('M-1G', { name: '1GB 月包', price: '600' });
  await source.sync();
  const offer = await source.offer('M-1G');
  expect(offer).toMatchObject({
    state: 'new',
    price: '600',
    currency: 'CNY',
    allowance: '1,073,741,824 B',
    validity: '1 个月',
    packageId: null,
    cost: null,
    failures: 0,
  });
  const packageId = await mapped(offer.id);
  expect(await packageOf(packageId)).toMatchObject({
    shelf_state: 1,
    cost_price: '600',
    origin: 'external',
    flow_bytes: '1073741824',
    number: 1,
  });
  expect(await whyNot(packageId)).toBeUndefined();
  await operator.ask(distributePackages, {
    body: { customerIds: ['10'], lines: [{ packageId, reservePrice: '800' }], effective: 0, suspend: false },
  });

  later();
  await source.sells('M-1G', { price: '900' });
  await source.sync();
  expect(await source.offer('M-1G')).toMatchObject({
    state: 'changed',
    suspended: 'price',
    price: '900',
    agreedPrice: '600',
  });
  expect(await packageOf(packageId)).toMatchObject({ shelf_state: 0, cost_price: '600' });
  expect(await whyNot(packageId)).toBe('shelf');
  const about = () => operator.ask(listInbox, { query: { titleContains: '已暂停' } as never });
  await vi.waitFor(async () => expect((await about()).list).toHaveLength(1), { timeout: 60_000, interval: 300 });
  expect((await about()).list[0]).toMatchObject({ summary: '1GB 月包 (涨价超出容差)。接受变更后恢复。' });

  const seen = await preview(offer.id);
  expect(seen).toMatchObject({ oldCost: '600', newCost: '900', isBeyond: true, costCurrency: 'CNY' });
  expect(seen.below).toEqual([{ customerId: '10', customerName: expect.any(String), price: '800' }]);
  const accept = (cost: string, shown = seen.shown) =>
    operator.call(acceptOffer, { body: { id: offer.id, shown, cost } });
  expect((await accept('899')).code).toBe(costBelowPrice.code);
  // Repeated, it says the same and tells nobody again.
  await source.sync();
  expect((await about()).list).toHaveLength(1);
  expect((await accept('900')).code).toBe('200');
  expect(await packageOf(packageId)).toMatchObject({ shelf_state: 1, cost_price: '900', number: 1 });
  expect(await source.offer('M-1G')).toMatchObject({ state: 'same', suspended: null, cost: '900' });
  expect((await accept('900')).code).toBe(nothingToAccept.code);
});

test('what was looked at is accepted and nothing else: a price that moved meanwhile is refused', async () => {
  const source = await sourceUnderTest(under, operator);
  await source.sells('M-2G', { price: '600' });
  await source.sync();
  const { id } = await source.offer('M-2G');
  const { shown } = await preview(id);
  await source.sells('M-2G', { price: '700' });
  await source.sync();
  const body = { id, shown, cost: '700', base: 1_024 as const, periodSpecId };
  const answer = await operator.call(mapOffer, {
    body: { ...body, code: 'EXT-MOVED', name: '外部', productCodes: [] },
  });
  expect(answer.code).toBe(offerMoved.code);
  const packageId = await mapped(id, '700');
  const again = { ...body, shown: (await preview(id)).shown, code: 'EXT-TWICE', name: '外部', productCodes: [] };
  expect((await operator.call(mapOffer, { body: again })).code).toBe(offerIsMapped.code);
  expect(await packageOf(packageId)).toMatchObject({ cost_price: '700' });
});

test('a package that is gone goes off the shelf, is not accepted, and comes back with its offer; its place may be taken by another offer', async () => {
  const source = await sourceUnderTest(under, operator);
  await source.sells('M-A');
  await source.sells('M-B', { flowBytes: String(2 * 1024 ** 3), price: '500' });
  await source.sync();
  const [a, b] = [await source.offer('M-A'), await source.offer('M-B')];
  const packageId = await mapped(a.id);
  await source.drops('M-A');
  await source.sync();
  expect(await source.offer('M-A')).toMatchObject({ state: 'gone', suspended: 'gone' });
  expect(await packageOf(packageId)).toMatchObject({ shelf_state: 0 });
  const refused = await operator.call(acceptOffer, {
    body: { id: a.id, shown: (await preview(a.id)).shown, cost: '600' },
  });
  expect(refused.code).toBe(offerIsGone.code);
  // A package that its source lists and does not sell is gone as well.
  await source.sells('M-A', { whyNot: 'shelf' });
  await source.sync();
  expect(await source.offer('M-A')).toMatchObject({ state: 'gone' });
  await source.sells('M-A', { whyNot: null });
  await source.sync();
  expect(await packageOf(packageId)).toMatchObject({ shelf_state: 1 });
  // Mapped, it is nobody else's.
  const toIt = {
    id: b.id,
    shown: (await preview(b.id)).shown,
    cost: '500',
    base: 1_024 as const,
    periodSpecId,
    packageId,
  };
  expect((await operator.call(mapOffer, { body: toIt })).code).toBe(packageNotMappable.code);
  expect((await operator.ask(mappingChoices, { query: { id: b.id } })).packages).toEqual([]);
});

test('less than was accepted suspends, and accepting it makes a new version: what was sold before keeps its own', async () => {
  const source = await sourceUnderTest(under, operator);
  await source.sells('M-C');
  await source.sync();
  const { id } = await source.offer('M-C');
  const packageId = await mapped(id);
  await source.sells('M-C', { flowBytes: '500000000' });
  await source.sync();
  expect(await source.offer('M-C')).toMatchObject({ state: 'changed', suspended: 'terms' });
  expect(await packageOf(packageId)).toMatchObject({ shelf_state: 0, number: 1, flow_bytes: '1073741824' });
  await operator.ask(acceptOffer, { body: { id, shown: (await preview(id)).shown, cost: '600' } });
  expect(await packageOf(packageId)).toMatchObject({ shelf_state: 1, number: 2, flow_bytes: '500000000' });
});

test('within the tolerance a source may be followed by itself, but not where a child’s price would fall below the cost', async () => {
  const source = await sourceUnderTest(under, operator, { autoAccept: true });
  await source.sells('M-D');
  await source.sync();
  const packageId = await mapped((await source.offer('M-D')).id, '620');
  await source.sells('M-D', { price: '630' });
  await source.sync();
  // The twenty fen of our own on top stay.
  expect(await source.offer('M-D')).toMatchObject({ state: 'same', suspended: null, cost: '650', acceptedBy: null });
  expect(await packageOf(packageId)).toMatchObject({ shelf_state: 1, cost_price: '650', number: 1 });
  await operator.ask(distributePackages, {
    body: { customerIds: ['10'], lines: [{ packageId, reservePrice: '660' }], effective: 0, suspend: false },
  });
  await source.sells('M-D', { price: '655' });
  await source.sync();
  expect(await source.offer('M-D')).toMatchObject({ state: 'changed', suspended: null, cost: '650' });
  // 6.00 is what a person agreed to: 6.61 is beyond ten per cent of it, whatever was followed since.
  await source.sells('M-D', { price: '661' });
  await source.sync();
  expect(await source.offer('M-D')).toMatchObject({ state: 'changed', suspended: 'price' });
});

test('a list that is not read to its end changes nothing, and several pages are one list', async () => {
  const source = await sourceUnderTest(under, operator);
  for (let n = 0; n < 205; n += 1) await source.sells(`P-${String(n).padStart(3, '0')}`);
  await source.sync();
  const count = () =>
    under.db
      .selectFrom('external_packages.offer')
      .select((of) => of.fn.countAll<string>().as('n'))
      .where('source_id', '=', source.id)
      .where('is_gone', '=', false)
      .executeTakeFirstOrThrow();
  expect(await count()).toEqual({ n: '205' });
  await source.sells('P-999');
  await source.drops('P-000');
  for (const kind of ['garbled', 'dropBeforeEffect', 'httpError', 'wrongStatus'] as const) {
    await fault({ kind, operation: 'packages', status: 'odd' });
    await source.sync();
    expect(await count()).toEqual({ n: '205' });
    await control(under.jasper, 'DELETE', '/faults');
    await under.db
      .updateTable('external_packages.gate')
      .set({ failures: 0, opened: 0, open_until: null })
      .where('account_id', '=', source.id)
      .execute();
  }
  expect((await source.offers()).every(({ failures }) => failures > 0)).toBe(true);
  await source.sync();
  expect(await count()).toEqual({ n: '205' });
  expect(await source.offer('P-000').catch(() => undefined)).not.toMatchObject({ state: 'new' });
});

test('nobody else finds the offers of the platform, and a code of ours is used once', async () => {
  const source = await sourceUnderTest(under, operator);
  await source.sells('M-E');
  await source.sync();
  const { id } = await source.offer('M-E');
  expect((await agent.call(listOffers, {})).status).toBe(403);
  await allow(under, 'agent', RIGHTS);
  const other = await under.anew('agent');
  const found = await other.call(previewOffer, { query: { id } });
  expect([found.status === 403, found.code === externalPackageNotFound.code]).toContain(true);
  const body = { id, cost: '600', base: 1_024 as const, periodSpecId, productCodes: [] };
  const answer = await operator.call(mapOffer, {
    body: { ...body, shown: (await preview(id)).shown, code: 'ext-1', name: '重复' },
  });
  expect(answer.code).toBe(packageCodeTaken.code);
});
