import { EffectiveType, type PackageType, PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import type { ActionCode } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { makeIdSource } from '@cardinal/primitives/ids.ts';
import { type Money, money } from '@cardinal/primitives/money.ts';
import { type Random, seededRandom } from '@cardinal/primitives/random.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { closeOrdersJob } from '../domains/orders/ordering/closeOrders.ts';
import { claimReference, keepReference } from '../domains/orders/ordering/orderReferences.ts';
import { priceOf } from '../domains/orders/ordering/orderRules.ts';
import { levelsOf, placeOrder } from '../domains/orders/ordering/placeOrder.ts';
import { type SoldPackage, soldVersion } from '../domains/orders/ordering/soldPackage.ts';
import { sweepRecords } from '../domains/orders/records/sweepRecords.ts';
import { priceChain, whyNotOrderableEach } from '../domains/packages/face.ts';
import { startTask } from '../domains/tasks/face.ts';
import type { Account, Ctx } from '../framework/context.ts';

const { unused, using } = PackageUsageState.values;

/** The versions of the packages demo, and how often each is ordered. */
const SOLD: readonly (readonly [string, number])[] = [
  ['80002', 8],
  ['80011', 5],
  ['80021', 1],
  ['80031', 4],
  ['80051', 5],
  ['80061', 3],
  ['80071', 1],
  ['80081', 1],
  ['80091', 3],
  ['80101', 3],
  ['80111', 6],
];
/** The well-known customers of the demo buy more often than others. */
const OFTEN: Readonly<Record<string, number>> = { '12': 30, '10': 16, '11': 30, '20': 16 };
const CARDS_OF_A_POOL = 30;
/** Ids of the demo, made at its own moments; no process has this number. */
const NODE = 1_023;

const ACTIONS: Readonly<Partial<Record<PackageType, ActionCode>>> = {
  flowRefueling: 'order_flow_refuel',
  voiceRefueling: 'order_voice_refuel',
};
const ORDERED = text('订购套餐：{name}', 'Order package: {name}');
const UNSUBSCRIBED = text('退订套餐', 'Unsubscribe packages');
const REASONS = [
  text('客户更换套餐', 'Customer changes the package'),
  text('设备停用', 'Device out of use'),
  text('订错套餐', 'Ordered by mistake'),
];

type DemoCard = {
  readonly id: string;
  readonly iccid: string;
  readonly isCancelled: boolean;
  /** When it last changed: what is sold afterwards finds it as it is now. */
  readonly since: Date;
};
/** Cards of one customer that may order one package. */
type Pool = {
  readonly sold: SoldPackage;
  readonly customerId: string;
  readonly cards: readonly DemoCard[];
  readonly weight: number;
};
/** A day of the demo. */
export type Day = {
  readonly next: () => Ctx;
  readonly afford: (customerId: string, sum: Money) => Promise<void>;
  readonly staffOf: (customerId: string) => { readonly id: string; readonly account: string } | undefined;
};
export type Work = (ctx: Ctx, stopping: AbortSignal) => Promise<void>;

/** The context at its own moment, in whose one transaction everything happens; nothing is queued, since all is done at once. */
export function within(ctx: Ctx): Ctx {
  const { clock } = ctx;
  const ids = makeIdSource({ clock, node: NODE });
  const own = (inner: Ctx): Ctx => ({
    ...inner,
    clock,
    ids,
    enqueue: async () => {},
    transact: (run) => run(own(inner)),
    actAs: (who) => own(inner.actAs(who)),
  });
  return own(ctx);
}

/** The same as an account that acts, some of them through their own systems. */
export function actingAs(
  ctx: Ctx,
  customerId: string,
  who: { id: string; account: string },
  isOpenKey: boolean,
  permissions: readonly string[] = [],
): Ctx {
  const actor: Account = {
    kind: 'account',
    accountId: who.id,
    account: who.account,
    customerId,
    sessionId: '0',
    roles: [],
    isAdmin: false,
    permissions: new Set(permissions),
    mustChangePassword: false,
    ...(isOpenKey ? { openKey: { id: '8101', name: 'ERP' } } : {}),
  };
  return ctx.actAs({ actor, scope: ctx.scope });
}

async function cardsForSale(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom('cards.v_card as c')
    .innerJoin('cards.v_card_event as e', 'e.card_id', 'c.id')
    .select(['c.id', 'c.iccid', 'c.customer_id', 'c.carrier_account_id', 'c.platform', 'c.product_code', 'c.lifecycle'])
    .select(({ fn }) => fn.max('e.at').as('since'))
    .where('c.lifecycle', 'in', ['activated', 'cancelled'])
    .where('c.customer_id', '<>', '1')
    .groupBy([
      'c.id',
      'c.iccid',
      'c.customer_id',
      'c.carrier_account_id',
      'c.platform',
      'c.product_code',
      'c.lifecycle',
    ])
    .orderBy('c.id')
    .execute();
  return rows;
}

async function poolsOf(ctx: Ctx): Promise<Pool[]> {
  const cards = await cardsForSale(ctx);
  const pools: Pool[] = [];
  for (const [versionId, weight] of SOLD) {
    const sold = await soldVersion(ctx, versionId);
    const fitting = cards.filter(
      (card) => card.platform === sold.platform && card.carrier_account_id === sold.carrierAccountId,
    );
    const products = [...Map.groupBy(fitting, (card) => `${card.customer_id} ${card.product_code}`).values()];
    const reasons = await whyNotOrderableEach(
      ctx,
      products.map(([first]) => ({
        packageId: sold.id,
        customerId: first?.customer_id ?? '',
        productCode: first?.product_code ?? null,
      })),
      'platform',
    );
    const orderable = products.filter((_, at) => reasons[at] === undefined).flat();
    for (const [customerId, all] of Map.groupBy(orderable, (card) => card.customer_id))
      pools.push({
        sold,
        customerId,
        cards: all
          .slice(0, CARDS_OF_A_POOL)
          .map(({ id, iccid, lifecycle, since }) => ({ id, iccid, since, isCancelled: lifecycle === 'cancelled' })),
        weight: weight * (OFTEN[customerId] ?? 1),
      });
  }
  return pools;
}

async function cardsWithMain(ctx: Ctx, customerId: string): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectFrom('orders.package_usage')
    .select('card_id')
    .where('customer_id', '=', customerId)
    .where('state', '=', using)
    .where('is_main', '=', true)
    .execute();
  return new Set(rows.map(({ card_id }) => card_id));
}

function pick<T extends { readonly weight: number }>(random: Random, choices: readonly T[]): T | undefined {
  let at = random.int(
    Math.max(
      1,
      choices.reduce((sum, { weight }) => sum + weight, 0),
    ),
  );
  return choices.find(({ weight }) => {
    at -= weight;
    return at < 0;
  });
}

/** What customers order and unsubscribe on a day, after time has passed for the packages on their cards. */
export async function demoSales(ctx: Ctx, work: Work): Promise<(day: Day) => Promise<void>> {
  const random = seededRandom('demo orders');
  const pools = await poolsOf(ctx);
  const { signal } = new AbortController();
  let referenced = 0;

  async function sell(day: Day): Promise<void> {
    const pool = pick(random, pools);
    if (!pool) return;
    const { sold, customerId } = pool;
    const most = random.int(7) === 0 ? 30 : 6;
    const now = within(day.next()).clock.now();
    const prices = await priceChain(ctx, sold.id, customerId, now);
    const chain = prices && levelsOf(prices);
    const from = random.int(CARDS_OF_A_POOL);
    const running = sold.isMain ? undefined : await cardsWithMain(ctx, customerId);
    const cards = [...pool.cards.slice(from), ...pool.cards.slice(0, from)]
      .filter(({ since, isCancelled }) => since < now && (!isCancelled || random.int(5) === 0))
      // Some add-ons are ordered in vain.
      .filter(({ id }) => !running || running.has(id) || random.int(40) === 0)
      .slice(0, 1 + random.int(most));
    if (!chain || cards.length === 0) return;
    const price = priceOf(chain);
    const amount = money(price.minor * BigInt(cards.length), price.currency);
    await day.afford(customerId, amount);
    const payerStaff = day.staffOf(customerId);
    const parentId = chain.at(-2)?.customerId ?? customerId;
    const parentStaff = random.int(5) === 0 ? day.staffOf(parentId) : undefined;
    const who = parentStaff ?? payerStaff;
    const inside = within(day.next());
    const isOpenKey = who !== undefined && !parentStaff && random.int(3) === 0;
    const acting = who ? actingAs(inside, parentStaff ? parentId : customerId, who, isOpenKey) : inside;
    const { taskId } = await startTask(acting, {
      action: ACTIONS[sold.type] ?? 'order_package',
      title: { zh: ORDERED.zh.replace('{name}', sold.name), en: ORDERED.en.replace('{name}', sold.name) },
      customerId,
      items: cards.map((card) => ({ target: card.iccid, targetId: card.id })),
      money: { currency: price.currency, reserved: String(amount.minor) },
    });
    await placeOrder(acting, {
      chain,
      sold,
      periods: 1,
      effectiveType: sold.isMain && random.int(6) === 0 ? EffectiveType.values.nextMonth : sold.effectiveType,
      postponeDays: sold.postponeDays,
      taskId,
      cards,
    });
    if (isOpenKey) {
      referenced += 1;
      const outOrderNo = `SO-${dayText(now).replaceAll('-', '')}-${String(referenced).padStart(4, '0')}`;
      await claimReference(acting, { outOrderNo, requestHash: taskId });
      await keepReference(acting, outOrderNo, { taskId, answer: { outOrderNo } });
    }
    await work(inside, signal);
    await closeOrdersJob.run(inside, { taskId }, signal);
  }

  async function unsubscribe(day: Day): Promise<void> {
    const open = await ctx.db
      .selectFrom('orders.package_usage')
      .select(['id', 'card_id', 'iccid', 'customer_id', 'state'])
      .where('state', '=', random.int(3) === 0 ? using : unused)
      .where('is_main', '=', true)
      .orderBy('id')
      .execute();
    const chosen = open[random.int(Math.max(1, open.length))];
    const who = chosen && day.staffOf(chosen.customer_id);
    if (!chosen || !who) return;
    const inside = within(day.next());
    await startTask(actingAs(inside, chosen.customer_id, who, false), {
      action: 'refund_package',
      title: UNSUBSCRIBED,
      customerId: chosen.customer_id,
      parameters: {
        usages: chosen.state === using ? 'using' : 'waiting',
        usageId: chosen.id,
        reason: say(REASONS[random.int(REASONS.length)] as Text, ctx.language),
      },
      items: [{ target: chosen.iccid, targetId: chosen.card_id }],
    });
    await work(inside, signal);
  }

  return async (day) => {
    await sweepRecords(within(day.next()));
    for (let n = random.int(4); n > 0; n -= 1) await sell(day);
    if (random.int(4) === 0) await unsubscribe(day);
  };
}
