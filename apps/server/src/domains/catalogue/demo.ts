import { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { nextMonth } from '@cardinal/primitives/zone.ts';
import { saidIn } from '../../demo/demoWords.ts';
import type { Ctx } from '../../framework/context.ts';
import type { DistributionTable, ProductRow } from './catalogueTables.ts';
import { termsOf } from './products/productStore.ts';

const PLATFORM_ID = '1';
const { flow, voice, nb, esim } = CardKind.values;

type Line = {
  readonly code: string;
  readonly name: Text;
  readonly platform: Platform;
  readonly accountId: string;
  readonly plan: string;
  readonly isSplit?: boolean;
  readonly kind?: CardKind;
};

/** The products of the demo's cards, with the codes the cards of each group have. */
const LINES: readonly Line[] = [
  {
    code: 'LT-JASPER',
    name: text('联通物联网', 'Unicom IoT '),
    platform: Platform.values.Lt,
    accountId: '101',
    plan: 'DEMO-DATA',
    isSplit: true,
  },
  {
    code: 'LT-CMP',
    name: text('联通 CMP', 'Unicom CMP '),
    platform: Platform.values.Lt,
    accountId: '103',
    plan: 'CMP-DATA',
    isSplit: true,
  },
  {
    code: 'LT-LEYU',
    name: text('联通 LEYU', 'Unicom LEYU '),
    platform: Platform.values.Lt,
    accountId: '104',
    plan: 'LEYU-DATA',
  },
  {
    code: 'YD-ONELINK',
    name: text('移动 OneLink', 'Mobile OneLink '),
    platform: Platform.values.Yd,
    accountId: '105',
    plan: 'CMIOT',
    isSplit: true,
  },
  {
    code: 'YD-GD',
    name: text('广东移动', 'Guangdong Mobile '),
    platform: Platform.values.Yd,
    accountId: '106',
    plan: 'CMIOT-GD',
    isSplit: true,
  },
  {
    code: 'DX-CTWING',
    name: text('电信物联网', 'Telecom IoT '),
    platform: Platform.values.Dx,
    accountId: '107',
    plan: 'CTNET',
    isSplit: true,
  },
  {
    code: 'GJ-GLOBAL',
    name: text('国际漫游', 'International roaming '),
    platform: Platform.values.Gj,
    accountId: '108',
    plan: 'GLOBAL-DATA',
  },
  {
    code: 'ESIM-M2M',
    name: text('eSIM M2M', 'eSIM M2M '),
    platform: Platform.values.eSIM,
    accountId: '109',
    plan: 'M2M',
    kind: esim,
  },
  {
    code: 'TP-DATA',
    name: text('第三方数据', 'Third-party '),
    platform: Platform.values.thirdParty,
    accountId: '112',
    plan: 'DATA',
  },
  {
    code: 'OT-DATA',
    name: text('其他通道数据', 'Other-carrier '),
    platform: Platform.values.other,
    accountId: '111',
    plan: 'DATA',
  },
  {
    code: 'GD-DATA',
    name: text('广电数据', 'Broadnet '),
    platform: Platform.values.Gd,
    accountId: '110',
    plan: 'DATA',
  },
];

const SORTS = [
  { kind: flow, suffix: '', name: text('流量卡', 'data card'), price: 500 },
  { kind: voice, suffix: '-VOICE', name: text('语音卡', 'voice card'), price: 800 },
  { kind: nb, suffix: '-NB', name: text('NB卡', 'NB card'), price: 300 },
] as const;

/** Codes of special products, so that every state occurs. */
const DRAFT = { code: 'LT-5G-TRIAL', name: text('联通 5G 试用卡', 'Unicom 5G trial card') };
const SHELVED = { code: 'LT-2G', name: text('联通 2G 流量卡', 'Unicom 2G data card') };
const VARIANT = {
  code: 'A-CAR',
  name: text('甲代理车联卡', 'Agent A vehicle card'),
  baseCode: 'LT-JASPER',
  makerId: '10',
  price: 800,
};

/** Products of every carrier and kind, distributed down the tree with a slightly higher price at each level. */
export async function seedDemo(ctx: Ctx): Promise<void> {
  const random = seededRandom('demo products');
  const now = ctx.clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const products: ProductRow[] = [];
  const add = (
    row: Pick<ProductRow, 'code' | 'name' | 'platform' | 'carrier_account_id' | 'kind'> & Partial<ProductRow>,
  ) => {
    const at = daysAgo(300 - products.length * 5);
    products.push({
      id: String(7_001 + products.length),
      customer_id: PLATFORM_ID,
      base_id: null,
      sizes: row.kind === nb ? [3, 6] : [1, 2, 3, 5],
      communication_plan: null,
      rate_plan: null,
      apn: null,
      business_mode: 2,
      real_name_mode: row.kind === voice ? 1 : null,
      real_name_channel: row.kind === voice ? 2 : null,
      imei_lock: row.kind === nb ? 'firstSeen' : 'none',
      test_days: 7,
      silent_days: 90,
      service_years: 5,
      card_price: row.kind === voice ? '1500' : '1000',
      currency: 'CNY',
      state: 'on',
      version: 1,
      created_at: at,
      updated_at: at,
      ...row,
    });
  };
  for (const line of LINES) {
    const shared = { platform: line.platform, carrier_account_id: line.accountId, communication_plan: line.plan };
    const sorts = line.isSplit ? SORTS : [{ ...SORTS[0], kind: line.kind ?? flow }];
    for (const sort of sorts) {
      add({
        ...shared,
        code: `${line.code}${sort.suffix}`,
        name: say(line.name, ctx.language) + say(sort.name, ctx.language),
        kind: sort.kind,
      });
    }
  }
  const onUnicom = { platform: Platform.values.Lt, carrier_account_id: '101', kind: flow };
  add({ ...onUnicom, ...saidIn(ctx.language, DRAFT), state: 'draft' });
  add({ ...onUnicom, ...saidIn(ctx.language, SHELVED), communication_plan: 'DEMO-2G', state: 'off' });
  const base = products.find((product) => product.code === VARIANT.baseCode) as ProductRow;
  const { code, name, makerId } = saidIn(ctx.language, VARIANT);
  add({
    ...base,
    id: String(7_001 + products.length),
    code,
    name,
    customer_id: makerId,
    base_id: base.id,
    sizes: [1, 3],
    test_days: 3,
    card_price: '1200',
    created_at: daysAgo(40),
    updated_at: daysAgo(40),
  });

  // One with a second version: its cards still go by the first.
  const edited = products.find((product) => product.code === 'LT-JASPER-NB') as ProductRow;
  const versions = products.map((product) =>
    versionRow(
      product,
      1,
      termsOf({ ...product, ...(product === edited ? { test_days: 14, apn: null } : {}) }),
      product.created_at,
    ),
  );
  edited.apn = 'iot.cardinal';
  edited.version = 2;
  edited.updated_at = daysAgo(12);
  versions.push(versionRow(edited, 2, termsOf(edited), edited.updated_at));

  const { distributions, prices } = await handDown(ctx, products, () => random.int(3) * 50);
  await ctx.db.insertInto('catalogue.product').values(products).execute();
  await ctx.db
    .insertInto('catalogue.product_code')
    .values(products.map((product) => ({ code: product.code.toUpperCase(), product_id: product.id })))
    .execute();
  await ctx.db.insertInto('catalogue.product_version').values(versions).execute();
  for (let at = 0; at < distributions.length; at += 1_000) {
    await ctx.db
      .insertInto('catalogue.product_distribution')
      .values(distributions.slice(at, at + 1_000))
      .execute();
  }
  for (let at = 0; at < prices.length; at += 1_000) {
    await ctx.db
      .insertInto('catalogue.card_price')
      .values(prices.slice(at, at + 1_000))
      .execute();
  }
}

const versionRow = (product: ProductRow, version: number, terms: object, at: Date) => ({
  product_id: product.id,
  version,
  terms: JSON.stringify(terms),
  changed_by: product.customer_id === PLATFORM_ID ? 'operator' : 'agent',
  created_at: at,
});

const priceOf = (kind: CardKind) => SORTS.find((sort) => sort.kind === kind)?.price ?? 500;

/** Distributions with their prices: some start next month, one is below cost, one was taken back. */
async function handDown(ctx: Ctx, products: readonly ProductRow[], more: () => number) {
  const now = ctx.clock.now();
  const customers = await ctx.db
    .selectFrom('customers.v_customer')
    .select(['id', 'parent_id', 'path', 'level', 'currency'])
    .orderBy('level')
    .orderBy('path')
    .execute();
  const distributions: DistributionTable[] = [];
  const prices: {
    distribution_id: string;
    effective_at: Date;
    reserve_price: string;
    min_price: string;
    currency: string;
    set_by: string;
    created_at: Date;
  }[] = [];
  const price = (id: string, amount: number, at: Date, currency: string) =>
    prices.push({
      distribution_id: id,
      effective_at: at,
      reserve_price: String(amount),
      min_price: String(amount),
      currency,
      set_by: 'operator',
      created_at: at < now ? at : now,
    });
  for (const product of products) {
    const had = new Map<string, number>();
    for (const customer of customers) {
      const isMaker = customer.id === product.customer_id;
      const parentPays = had.get(customer.parent_id ?? '');
      if (!isMaker && (parentPays === undefined || product.state !== 'on')) continue;
      // Some children lack the agent's own product, so that the matrix shows gaps.
      if (product.code === VARIANT.code && !isMaker && Number(customer.id) % 3 === 0) continue;
      const id = String(70_001 + distributions.length);
      const givenAt = isMaker ? product.created_at : new Date(product.created_at.getTime() + customer.level * DAY_MS);
      const isRecalled = product.code === 'LT-LEYU' && customer.id === '3';
      distributions.push({
        id,
        product_id: product.id,
        customer_id: customer.id,
        from_customer_id: isMaker ? null : customer.parent_id,
        state: isRecalled ? 'recalled' : 'on',
        given_at: givenAt,
        recalled_at: isRecalled ? new Date(now.getTime() - 20 * DAY_MS) : null,
        updated_at: isRecalled ? new Date(now.getTime() - 20 * DAY_MS) : givenAt,
      });
      if (isMaker) {
        had.set(customer.id, 0);
        continue;
      }
      const first = product.customer_id === PLATFORM_ID ? priceOf(product.kind) : VARIANT.price;
      const isFixed = ['3', '10', '11', '12', '20'].includes(customer.id);
      const amount = parentPays ? parentPays + 100 + (isFixed ? 0 : more()) : first + (isFixed ? 0 : more());
      price(id, amount, givenAt, customer.currency);
      had.set(customer.id, amount);
      if (product.code === 'LT-CMP' && customer.id === '10')
        price(id, amount + 150, new Date(now.getTime() - 10 * DAY_MS), customer.currency);
      if (product.code === 'LT-JASPER' && customer.id === '20')
        price(id, amount + 50, nextMonth(now), customer.currency);
    }
  }
  return { distributions, prices };
}
