import { OrderingSwitch } from '@cardinal/contract/enumerations/package.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { expect, test } from 'vitest';
import { openCarrierAccount } from '../../carriers/accounts/openAccount.ts';
import { openCustomer } from '../../customers/face.ts';
import { priceChain, priceChains, whyNotOrderable, whyNotOrderableEach } from '../face.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const now = () => ctx.clock.now();
const account = await openCarrierAccount(ctx, {
  customerId: '1',
  name: '联通测试',
  adapter: 'jasper',
  baseUrl: 'http://127.0.0.1:9',
});
/** A caller of a customer, with its subtree as scope. */
const asCustomer = async (customerId: string) => {
  const rows = await host.db
    .selectFrom('customers.v_customer')
    .select('id')
    .where('path', 'like', `%/${customerId}/%`)
    .execute();
  return ctx.actAs({
    actor: { kind: 'system', name: 'test' },
    scope: { everything: false, customerIds: rows.map(({ id }) => id), ownCustomerId: customerId, accountId: '0' },
  });
};
const { values: off } = OrderingSwitch;
const given = [
  { to: '10', from: '1', reserve: 800 },
  { to: '11', from: '10', reserve: 900, min: 950 },
];
/** At prices of its own, not for a share. */
const RESOLD = { retailPrice: null, share: null };
const onPlatform = { channel: 'platform' } as const;

test('the chain of a customer goes from the maker, who owes nobody, down to its own price', async () => {
  const { id } = await makePackage(ctx, { given });
  expect(await priceChain(ctx, id, '11', now())).toEqual([
    {
      customerId: '1',
      parentId: null,
      reservePrice: '0',
      minPrice: '0',
      suggestPrice: '0',
      cost: '500',
      currency: 'CNY',
      ...RESOLD,
    },
    {
      customerId: '10',
      parentId: '1',
      reservePrice: '800',
      minPrice: '800',
      suggestPrice: '800',
      cost: '800',
      currency: 'CNY',
      ...RESOLD,
    },
    {
      customerId: '11',
      parentId: '10',
      reservePrice: '900',
      minPrice: '950',
      suggestPrice: '950',
      cost: '900',
      currency: 'CNY',
      ...RESOLD,
    },
  ]);
  const foreign = await makePackage(ctx, { given, currency: 'USD' });
  expect((await priceChain(ctx, foreign.id, '11', now()))?.map(({ cost }) => cost)).toEqual([null, '800', '900']);
  expect(await priceChain(ctx, id, '1', now())).toHaveLength(1);
  expect(await priceChain(ctx, id, '11', new Date(now().getTime() - 60_000))).toBeUndefined();
  expect(await priceChain(ctx, id, '12', now())).toBeUndefined();
});

test('a customer asks for its own tree only', async () => {
  const { id } = await makePackage(ctx, { given });
  const [agent, rival] = [await asCustomer('10'), await asCustomer('20')];
  expect(await priceChain(agent, id, '11', now())).toHaveLength(3);
  expect(await priceChain(rival, id, '11', now())).toBeUndefined();
  expect(await whyNotOrderable(rival, id, '11', onPlatform)).toBe(off.ownDistribution);
});

test('each switch is named, the first that is off', async () => {
  const code = await sellProduct(ctx, { carrierAccountId: account, customerIds: ['10'] });
  const other = await sellProduct(ctx, { carrierAccountId: account, customerIds: ['10'] });
  const { id } = await makePackage(ctx, { given: given.slice(0, 1), products: [code] });
  const why = (more: object = {}, customerId = '10') =>
    whyNotOrderable(ctx, id, customerId, { ...onPlatform, productCode: code, ...more });
  expect(await why()).toBeUndefined();
  expect(await why({ channel: 'miniProgram' })).toBe(off.channel);
  expect(await why({ productCode: other })).toBe(off.product);
  expect(await why({ productCode: null })).toBe(off.product);
  expect(await why({}, '11')).toBe(off.productStopped);
  expect(await why({ productCode: undefined }, '11')).toBe(off.ownDistribution);
  await host.db.updateTable('packages.package').set({ shelf_state: 0 }).where('id', '=', id).execute();
  expect(await why({ productCode: other })).toBe(off.shelf);
  await host.db.updateTable('packages.package').set({ shelf_state: 1 }).where('id', '=', id).execute();
  await host.db.updateTable('carriers.account').set({ state: 'off' }).where('id', '=', account).execute();
  expect(await why()).toBe(off.productStopped);
  await host.db.updateTable('carriers.account').set({ state: 'on' }).where('id', '=', account).execute();
});

test('a step taken back far above stops the order, though the customer’s own row is in force', async () => {
  const { id } = await makePackage(ctx, { given });
  const agentsRow = host.db
    .updateTable('packages.package_distribution')
    .where('package_id', '=', id)
    .where('customer_id', '=', '10');
  await agentsRow.set({ state: 'recalled' }).execute();
  expect(await whyNotOrderable(ctx, id, '11', onPlatform)).toBe(off.distribution);
  expect(await whyNotOrderable(ctx, id, '10', onPlatform)).toBe(off.ownDistribution);
  await agentsRow.set({ state: 'on' }).execute();
  expect(await whyNotOrderable(ctx, id, '11', onPlatform)).toBeUndefined();
});

test('a product taken back at a step above stops the orders of its cards, and so does the base of a variant', async () => {
  const code = await sellProduct(ctx, { carrierAccountId: account, customerIds: ['10'] });
  const { id: productId } = await host.db
    .selectFrom('catalogue.product')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  const under = { product_id: productId, state: 'on' as const, given_at: now(), recalled_at: null, updated_at: now() };
  const row = { id: ctx.ids.next(), customer_id: '11', from_customer_id: '10', ...under };
  await host.db.insertInto('catalogue.product_distribution').values(row).execute();
  await host.db
    .insertInto('catalogue.card_price')
    .values({
      distribution_id: row.id,
      effective_at: now(),
      reserve_price: '0',
      min_price: '0',
      currency: 'CNY',
      set_by: null,
      created_at: now(),
    })
    .execute();
  const variant = await sellProduct(ctx, { carrierAccountId: account });
  await host.db
    .updateTable('catalogue.product')
    .set({ base_id: productId, customer_id: '11' })
    .where('code', '=', variant)
    .execute();
  await host.db
    .updateTable('catalogue.product_distribution')
    .set({ customer_id: '11', from_customer_id: null })
    .where('product_id', 'in', (from) => from.selectFrom('catalogue.product').select('id').where('code', '=', variant))
    .execute();
  // A variant may order what its base may.
  const { id } = await makePackage(ctx, { given, products: [code] });
  const why = (productCode: string) => whyNotOrderable(ctx, id, '11', { ...onPlatform, productCode });
  expect([await why(code), await why(variant)]).toEqual([undefined, undefined]);
  await host.db
    .updateTable('catalogue.product_distribution')
    .set({ state: 'recalled' })
    .where('product_id', '=', productId)
    .where('customer_id', '=', '10')
    .execute();
  expect([await why(code), await why(variant)]).toEqual([off.productStopped, off.productStopped]);
  // One that has a package of its own has only that, and its base has not.
  const own = await makePackage(ctx, { given, products: [variant] });
  const bound = (packageId: string, productCode: string) =>
    whyNotOrderable(ctx, packageId, '11', { ...onPlatform, productCode });
  expect([await bound(own.id, code), await bound(own.id, variant)]).toEqual([off.product, off.productStopped]);
  expect([await bound(id, code), await bound(id, variant)]).toEqual([off.productStopped, off.product]);
});

test('over random trees a package has a complete chain without loss, or is not orderable', async () => {
  const random = seededRandom('chains');
  const tree: { id: string; parentId: string }[] = [];
  const levels: string[][] = [['1']];
  for (const [level, width] of [2, 4, 6].entries()) {
    levels.push([]);
    for (let at = 0; at < width; at += 1) {
      const parents = levels[level] as string[];
      const parentId = parents[random.int(parents.length)] as string;
      const { id } = await openCustomer(ctx, {
        parentId,
        kind: 'AGENT',
        name: `随机${level}-${at}`,
        code: `RND-${level}-${at}`,
        editions: ['enterprise'],
        businessMode: 2,
        settlementMode: 'prepaid',
      });
      tree.push({ id, parentId });
      levels[level + 1]?.push(id);
    }
  }
  const packageIds: string[] = [];
  for (let at = 0; at < 25; at += 1) {
    const rows = tree.filter(() => random.int(8) > 0);
    const { id } = await makePackage(ctx, {
      given: rows.map(({ id: to, parentId: from }, step) => {
        const reserve = 100 * (1 + random.int(3)) + step * 10;
        return { to, from, reserve, min: reserve + random.int(2) * 10 };
      }),
    });
    for (const { id: customerId } of rows.filter(() => random.int(8) === 0)) {
      await host.db
        .updateTable('packages.package_distribution')
        .set({ state: 'recalled' })
        .where('package_id', '=', id)
        .where('customer_id', '=', customerId)
        .execute();
    }
    packageIds.push(id);
  }
  const customerIds = tree.map(({ id }) => id);
  const chains = await priceChains(ctx, packageIds, customerIds, now());
  const wanted = packageIds.flatMap((packageId) => customerIds.map((customerId) => ({ packageId, customerId })));
  const whys = await whyNotOrderableEach(ctx, wanted, 'platform');
  let complete = 0;
  for (const [at, { packageId, customerId }] of wanted.entries()) {
    const chain = chains(packageId, customerId);
    expect(chain === undefined).toBe(whys[at] !== undefined);
    if (!chain) continue;
    complete += 1;
    expect(chain[0]).toMatchObject({ customerId: '1', parentId: null });
    expect(chain.at(-1)?.customerId).toBe(customerId);
    for (const [step, { parentId, reservePrice, minPrice, suggestPrice }] of chain.entries()) {
      const [reserve, min, suggest] = [reservePrice, minPrice, suggestPrice].map(Number) as [number, number, number];
      expect(reserve <= min && min <= suggest).toBe(true);
      const above = chain[step - 1];
      if (!above) continue;
      expect(parentId).toBe(above.customerId);
      expect(reserve).toBeGreaterThanOrEqual(Number(above.minPrice));
    }
  }
  expect(complete).toBeGreaterThan(30);
  expect(complete).toBeLessThan(wanted.length);
});
