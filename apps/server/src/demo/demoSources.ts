import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { addSource } from '../domains/externalPackages/managing/writeSource.ts';
import { mapOffer } from '../domains/externalPackages/mapping/decideOffer.ts';
import { previewOffer, readChoices } from '../domains/externalPackages/mapping/previewOffer.ts';
import { placeDue } from '../domains/externalPackages/ordering/placeOrders.ts';
import { syncOne } from '../domains/externalPackages/syncing/syncSource.ts';
import { judgePackages, sellPaidElsewhere } from '../domains/orders/face.ts';
import { distributePackages } from '../domains/packages/distribution/distributePackages.ts';
import { workTasks } from '../domains/tasks/leases/workTasks.ts';
import type { Ctx } from '../framework/context.ts';
import { actingAs } from './demoSales.ts';

const PLATFORM = '1';
const AGENT = '10';
const HOURS_UNDER_WAY = 6;
const PARTNER = text('华东转售平台（演示）', 'East reseller (demo)');
const LOW = text('西南分销平台（演示）', 'Southwest distributor (demo)');
const GB = 1024 ** 3;

type Sold = {
  readonly code: string;
  readonly name: Text;
  readonly price: string;
  readonly type?: string;
  readonly platform?: number;
  readonly currency?: string;
  readonly flowBytes?: string | null;
  readonly voiceSeconds?: number;
  readonly validityUnit?: number;
  readonly validityCount?: number;
  /** Ours, if it is mapped. */
  readonly ours?: { readonly code: string; readonly name: Text };
};

const month = (gb: number): Text => text(`${gb}GB 月包`, `${gb} GB a month`);

const SOLD: readonly Sold[] = [
  {
    code: 'EP-M1G',
    name: month(1),
    price: '600',
    ours: { code: 'EXT-M1G', name: text('外部 1GB 月包', 'External 1 GB a month') },
  },
  {
    code: 'EP-M3G',
    name: month(3),
    price: '1500',
    flowBytes: String(3 * GB),
    ours: { code: 'EXT-M3G', name: text('外部 3GB 月包', 'External 3 GB a month') },
  },
  {
    code: 'EP-M500M',
    name: text('500MB 月包', '500 MB a month'),
    price: '350',
    flowBytes: String(500 * 1024 ** 2),
    ours: { code: 'EXT-M500M', name: text('外部 500MB 月包', 'External 500 MB a month') },
  },
  {
    code: 'EP-F10G',
    name: text('10GB 30 天包', '10 GB for 30 days'),
    price: '2600',
    type: 'flow',
    flowBytes: String(10 * GB),
    validityUnit: 2,
    validityCount: 30,
    ours: { code: 'EXT-F10G', name: text('外部 10GB 流量包', 'External 10 GB of data') },
  },
  { code: 'EP-M5G', name: month(5), price: '2200', flowBytes: String(5 * GB) },
  {
    code: 'EP-MIX',
    name: text('语音组合包', 'Data and calls'),
    price: '3900',
    type: 'combination',
    voiceSeconds: 6000,
  },
  { code: 'EP-INTL', name: text('国际漫游月包', 'Roaming month'), price: '499', currency: 'USD', flowBytes: null },
];

async function control(simulatorUrl: string, path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${simulatorUrl}/_control/source/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  if (!answer.ok) throw new Error(`the simulated source refuses: ${answer.status}`);
  return answer.json();
}

async function connect(ctx: Ctx, simulatorUrl: string, name: Text, balance: string, lowBalance: string | null) {
  const key = (await control(simulatorUrl, 'accounts', { balance })) as { appKey: string; secret: string };
  const commit = await addSource(ctx, {
    adapter: 'cardinal',
    name: say(name, ctx.language),
    baseUrl: `${simulatorUrl}/source`,
    timeoutMs: 15_000,
    tolerance: '10',
    autoAccept: false,
    lowBalance,
    waitHours: 24,
    credentials: key,
  });
  const { id } = await ctx.transact(commit);
  return { id, appKey: key.appKey };
}

/** The product of most of a customer's cards that may have packages of a carrier. */
async function productOf(ctx: Ctx, customerId: string, platform: number): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('cards.v_card')
    .select('product_code')
    .where('customer_id', '=', customerId)
    .where('platform', '=', platform as never)
    .where('product_code', 'is not', null)
    .groupBy('product_code')
    .orderBy((of) => of.fn.countAll(), 'desc')
    .executeTakeFirst();
  return row?.product_code ?? undefined;
}

/** Orders a package for cards of a customer and sends the orders to the source, as the workers would. */
async function orderThere(ctx: Ctx, packageId: string, cards: readonly { id: string; iccid: string }[]) {
  const judged = await judgePackages(ctx, {
    sellerId: AGENT,
    card: undefined,
    packageIds: [packageId],
    channel: 'platform',
  });
  const found = judged.get(packageId);
  if (!found?.chain) return;
  const { chain } = found;
  for (const card of cards)
    await ctx.transact((inside) =>
      sellPaidElsewhere(inside, {
        chain,
        packageVersionId: found.found.id,
        card,
        title: text('外部套餐订购', 'External package'),
        customerId: AGENT,
      }),
    );
  await workTasks(ctx, new AbortController().signal);
  await placeDue(ctx);
}

/** Some delivered, one refused, one under way. */
async function sellThem(ctx: Ctx, simulatorUrl: string, appKey: string, packageId: string, product: string) {
  const cards = await ctx.db
    .selectFrom('cards.v_card')
    .select(['id', 'iccid'])
    .where('customer_id', '=', AGENT)
    .where('product_code', '=', product)
    .where('carrier_status', '=', 'ACTIVATED')
    .where('real_name_status', '=', 1 as never)
    .orderBy('id')
    .limit(5)
    .execute();
  const [under, refused, ...good] = cards;
  if (!under || !refused) return;
  await control(simulatorUrl, 'accounts', { appKey, refusesCards: [refused.iccid] });
  await orderThere(ctx, packageId, [...good, refused]);
  await control(simulatorUrl, 'accounts', { appKey, deliverAfterMs: HOURS_UNDER_WAY * 3_600_000 });
  await orderThere(ctx, packageId, [under]);
  await control(simulatorUrl, 'accounts', { appKey, deliverAfterMs: 0 });
}

async function mapThem(ctx: Ctx, sourceId: string): Promise<Map<string, string>> {
  const mapped = new Map<string, string>();
  const product = await productOf(ctx, AGENT, 1);
  const offers = await ctx.db
    .selectFrom('external_packages.offer')
    .select(['id', 'code'])
    .where('source_id', '=', sourceId)
    .execute();
  for (const { id, code } of offers) {
    const ours = SOLD.find((each) => each.code === code)?.ours;
    if (!ours) continue;
    const { shown, newCost } = await previewOffer(ctx, { id });
    const [period] = (await readChoices(ctx, { id })).periods;
    if (!period) continue;
    const named = { code: ours.code, name: say(ours.name, ctx.language), productCodes: product ? [product] : [] };
    const body = { id, shown, cost: newCost ?? '0', base: 1_024 as const, periodSpecId: period.id, ...named };
    mapped.set(code, (await ctx.transact((inside) => mapOffer(inside, body))).packageId);
  }
  return mapped;
}

/**
 * Two sources at the simulator: of one some packages are mapped, one of them is ordered, another has risen from 6.00 to 9.00 since and one is gone; at the
 * other little money is left.
 */
export async function seedSources(ctx: Ctx, simulatorUrl: string, mark: (inside: Ctx) => Promise<unknown>) {
  const staff = await ctx.db
    .selectFrom('identity.account')
    .select(['id', 'account'])
    .where('account', '=', 'operator')
    .executeTakeFirst();
  const isThere = await ctx.db.selectFrom('external_packages.source').select('id').limit(1).executeTakeFirst();
  if (!staff || isThere) return;
  const acting = actingAs(ctx, PLATFORM, staff, false);
  const { id, appKey } = await connect(acting, simulatorUrl, PARTNER, '2568000', '500000');
  for (const { ours: _, name, ...sold } of SOLD)
    await control(simulatorUrl, 'packages', { appKey, ...sold, name: say(name, ctx.language) });
  await syncOne(ctx, id);
  const mapped = await mapThem(acting, id);
  const [packageId, threeId] = [mapped.get('EP-M1G'), mapped.get('EP-M3G')];
  if (packageId)
    await acting.transact((inside) =>
      distributePackages(inside, {
        customerIds: [AGENT],
        lines: [{ packageId, reservePrice: '800' }, ...(threeId ? [{ packageId: threeId, reservePrice: '1900' }] : [])],
        effective: 0,
        suspend: false,
      }),
    );
  const product = await productOf(acting, AGENT, 1);
  if (threeId && product) await sellThem(ctx, simulatorUrl, appKey, threeId, product);
  await control(simulatorUrl, 'packages', { appKey, code: 'EP-M1G', price: '900' });
  await control(simulatorUrl, 'packages', { appKey, code: 'EP-M3G', price: '1560' });
  await control(simulatorUrl, 'packages/gone', { appKey, code: 'EP-M500M' });
  await syncOne(ctx, id);
  const low = await connect(acting, simulatorUrl, LOW, '43000', '50000');
  await control(simulatorUrl, 'packages', {
    appKey: low.appKey,
    code: 'SW-M2G',
    name: say(month(2), ctx.language),
    price: '1100',
    flowBytes: String(2 * GB),
  });
  await syncOne(ctx, low.id);
  await ctx.transact((inside) => mark(inside));
}

/** The simulator may have another port than at the last start. */
export const followSources = (ctx: Ctx, simulatorUrl: string) =>
  ctx.db
    .updateTable('external_packages.source')
    .set({ base_url: `${simulatorUrl}/source` })
    .where('base_url', '~', '^http://127.0.0.1:[0-9]+/source$')
    .execute();
