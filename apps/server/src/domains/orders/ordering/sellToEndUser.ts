import { type Platform, RealNameStatus } from '@cardinal/contract/enumerations/card.ts';
import { OrderSource } from '@cardinal/contract/enumerations/order.ts';
import {
  OrderingSwitch,
  type PackageType,
  PackageUsageState,
  type SalesChannel,
} from '@cardinal/contract/enumerations/package.ts';
import { type Money, money } from '@cardinal/primitives/money.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import {
  currentVersions,
  isRefuelling,
  type PackageVersionFacts,
  priceChains,
  whyNotOrderableEach,
} from '../../packages/face.ts';
import { startTask } from '../../tasks/face.ts';
import { type ChainLevel, priceOf, stepsOf } from './orderRules.ts';
import { beforeLastOf, orderVerdict } from './orderVerdicts.ts';
import { levelsOf, type NewOrder, placeOrder } from './placeOrder.ts';
import {
  asRenewal,
  judgeRenewals,
  RENEWAL_RULE,
  type RenewalAttempt,
  type RenewalOrder,
  renewing,
} from './renewals.ts';
import { asSold, soldVersion } from './soldPackage.ts';

const { unused, using, used } = PackageUsageState.values;
const NOT_HELD = text('暂不可订购', 'Not available');

type Card = {
  readonly id: string;
  readonly customer_id: string;
  readonly iccid: string;
  readonly platform: number;
  readonly carrier_status: string;
  readonly carrier_account_id: string;
  readonly real_name_status: number;
  readonly product_code: string | null;
};

export type PackageOnCard = {
  readonly id: string;
  readonly orderId: string | null;
  readonly packageId: string;
  readonly name: string;
  readonly isRunning: boolean;
  readonly isAddOn: boolean;
  readonly flowBytes: string | null;
  readonly startsAt: Date;
  readonly endsAt: Date;
};

const ofCard = (ctx: Ctx) => ctx.beyondScope('what a card has, whoever paid for it, without prices');

/** What runs and waits on a card, in the order of its turn; whoever paid for it. */
export async function packagesOnCard(ctx: Ctx, cardId: string): Promise<PackageOnCard[]> {
  const rows = await ofCard(ctx)
    .selectFrom('orders.package_usage as u')
    .leftJoin('orders.order_line as l', (join) =>
      join.onRef('l.usage_id', '=', 'u.id').onRef('l.card_id', '=', 'u.card_id'),
    )
    .select([
      'u.id',
      'u.package_id',
      'u.package_name',
      'u.state',
      'u.package_type',
      'u.flow_bytes',
      'u.starts_at',
      'u.ends_at',
      'l.order_id',
    ])
    .where('u.card_id', '=', cardId)
    .where('u.state', 'in', [unused, using])
    .where('u.ends_at', '>', ctx.clock.now())
    .orderBy('u.starts_at')
    .orderBy('u.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    orderId: row.order_id,
    packageId: row.package_id,
    name: row.package_name,
    isRunning: row.starts_at <= ctx.clock.now(),
    isAddOn: isRefuelling(row.package_type),
    flowBytes: row.flow_bytes,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  }));
}

type History = { readonly mainType: PackageType | ''; readonly boughtOf: ReadonlyMap<string, number> };

async function historyOf(ctx: Ctx, cardId: string): Promise<History> {
  const rows = await ofCard(ctx)
    .selectFrom('orders.package_usage')
    .select(['package_id', 'package_type', 'is_main', 'state', sql<number>`count(*)::int`.as('n')])
    .where('card_id', '=', cardId)
    .where('state', '<=', used)
    .groupBy(['package_id', 'package_type', 'is_main', 'state'])
    .execute();
  const boughtOf = new Map<string, number>();
  for (const { package_id, n } of rows) boughtOf.set(package_id, (boughtOf.get(package_id) ?? 0) + n);
  return { mainType: rows.find((row) => row.is_main && row.state === using)?.package_type ?? '', boughtOf };
}

export type Judged = {
  readonly found: PackageVersionFacts;
  /** What each level owes for it now, down to the seller; undefined where nobody may sell it. */
  readonly chain: readonly ChainLevel[] | undefined;
  /** The price an end user pays where the seller has it for a share of that. */
  readonly retailPrice: string | undefined;
  /** Why this card does not get it now. */
  readonly whyNot: Text | undefined;
  /** The key of that reason. */
  readonly whyKey: string | undefined;
  /** It as it is renewed at a price in minor units, or at that which is known. */
  readonly order: (price?: string) => RenewalOrder;
  /** What rules say to a renewal at a price in minor units, or at that which is known. */
  readonly renewal: (price?: string) => RenewalAttempt | undefined;
};

/** These packages for one card of a seller's tree, by the switches and the rules that an order is judged by; unknown ones are absent. */
export async function judgePackages(
  ctx: Ctx,
  {
    sellerId,
    card,
    packageIds,
    channel,
    paid,
  }: {
    sellerId: string;
    card: Card | undefined;
    packageIds: readonly string[];
    channel: SalesChannel;
    /** What the end user pays, where that is not the listed price. */
    paid?: bigint;
  },
): Promise<ReadonlyMap<string, Judged>> {
  if (packageIds.length === 0) return new Map();
  const versions = await currentVersions(ctx, packageIds);
  const chainTo = await priceChains(ctx, packageIds, [sellerId], ctx.clock.now(), () => paid);
  const productCode = card?.product_code;
  const wanted = packageIds.map((packageId) => ({ packageId, customerId: sellerId, productCode }));
  const offs = await whyNotOrderableEach(ctx, wanted, channel);
  const history = card && (await historyOf(ctx, card.id));
  const judge = card && (await judgeRenewals(ctx, channel, [renewing(card)]));
  const isForEndUsers = channel === 'publicAccount' || channel === 'miniProgram';
  return new Map(
    packageIds.flatMap((id, at) => {
      const found = versions.get(id);
      if (!found) return [];
      const prices = chainTo(id, sellerId);
      const off = offs[at];
      const sold = asSold(found);
      const verdict =
        card && history
          ? orderVerdict(sold, {
              platform: card.platform as Platform,
              carrierStatus: card.carrier_status,
              carrierAccountId: card.carrier_account_id,
              facts: {
                isRealName: card.real_name_status === RealNameStatus.values.realNamed,
                mainType: history.mainType,
                boughtBefore: beforeLastOf(sold, history.boughtOf.get(id) ?? 0, 1),
              },
            })
          : undefined;
      const retailPrice = prices?.at(-1)?.retailPrice ?? undefined;
      const owed = prices && priceOf(levelsOf(prices));
      const order = (price?: string): RenewalOrder => {
        const minor = price ?? paid ?? retailPrice ?? (isForEndUsers ? undefined : owed?.minor);
        const known = minor === undefined || !owed ? undefined : money(BigInt(minor), owed.currency);
        return asRenewal(sold, 1, known);
      };
      const renewal = (price?: string) => (card && sold.isMain ? judge?.(order(price), renewing(card)) : undefined);
      const rules = off || verdict || !prices ? undefined : renewal()?.words;
      const whyNot = off ? OrderingSwitch.labelOf(off) : (verdict?.words ?? (prices ? rules : NOT_HELD));
      const whyKey = off ?? verdict?.key ?? (prices ? rules && RENEWAL_RULE : 'notHeld');
      return [[id, { found, chain: prices && levelsOf(prices), retailPrice, whyNot, whyKey, order, renewal }] as const];
    }),
  );
}

export type Sale = {
  /** From the root to the seller, at the prices he was shown. */
  readonly chain: readonly ChainLevel[];
  readonly packageVersionId: string;
  readonly card: { readonly id: string; readonly iccid: string };
  readonly title: Text;
  /** Where he bought it. */
  readonly source: OrderSource;
  /** Who pays from his wallet, and how much; without one the seller has the cash and pays what it owes. */
  readonly buyer: { readonly id: string; readonly price: Money } | undefined;
};

/** What each level below the root earns with a sale to an end user at a price. */
export const marginsOf = (chain: readonly ChainLevel[], price: Money) =>
  stepsOf([...chain, { customerId: '', reservePrice: price }])
    .slice(1)
    .map(({ customerId, margin }) => ({ customerId, amount: margin?.minor ?? 0n }));

/** What the seller owes for it: what such a sale without a buyer takes from its balance. */
export const owedBySeller = (chain: readonly ChainLevel[]): Money => priceOf(chain);

type ForOneCard = Pick<Sale, 'card' | 'title'> & {
  /** From the root to the payer. */
  readonly chain: readonly ChainLevel[];
  readonly packageVersionId: string;
  /** Whose cards it may be. */
  readonly customerId: string;
};

/** Orders a package for one card at these prices, by a task of its own. */
async function orderForOne(
  ctx: Ctx,
  { chain, packageVersionId, customerId, card, title }: ForOneCard,
  how: Pick<NewOrder, 'source' | 'buyerId' | 'isPrepaid'>,
) {
  const sold = await soldVersion(ctx, packageVersionId);
  const price = priceOf(chain);
  const task = await startTask(ctx, {
    action: isRefuelling(sold.type)
      ? sold.type === 'voiceRefueling'
        ? 'order_voice_refuel'
        : 'order_flow_refuel'
      : 'order_package',
    title,
    customerId,
    items: [{ target: card.iccid, targetId: card.id }],
    money: { currency: price.currency, reserved: String(price.minor) },
  });
  const order = await placeOrder(ctx, {
    chain,
    sold,
    periods: 1,
    effectiveType: sold.effectiveType,
    postponeDays: sold.postponeDays,
    taskId: task.taskId,
    cards: [card],
    ...how,
  });
  return { orderId: order.id, orderNo: order.orderNo, taskId: task.taskId, taskNo: task.taskNo };
}

/** Orders a package for one card in a seller's public account, in the transaction in which it is paid. Answers the order. */
export async function sellToEndUser(ctx: Ctx, { chain, buyer, source, ...sale }: Sale): Promise<string> {
  const { customerId } = chain.at(-1) as ChainLevel;
  const whole = buyer ? [...chain, { customerId, reservePrice: buyer.price }] : chain;
  const how = { buyerId: buyer?.id ?? null, source };
  return (await orderForOne(ctx, { ...sale, chain: whole, customerId }, how)).orderId;
}

/**
 * Orders a package for one card of a customer that paid for it before, at this price and on the chain of then: it is held of what
 * is owed to the customer. The card is judged when it gets the package.
 */
export const sellPrepaid = (
  ctx: Ctx,
  { price, chain, customerId, ...sale }: ForOneCard & { readonly price: Money },
): ReturnType<typeof orderForOne> =>
  orderForOne(
    ctx,
    { ...sale, customerId, chain: [...chain, { customerId, reservePrice: price }] },
    { source: OrderSource.values.api, isPrepaid: true },
  );

/** Orders a package for one card of the last level of the chain, which was paid for it elsewhere: its balance pays what it owes. */
export const sellPaidElsewhere = (ctx: Ctx, sale: ForOneCard): ReturnType<typeof orderForOne> =>
  orderForOne(ctx, sale, { source: OrderSource.values.api });

/** A chain as a row keeps it, and as it was. */
export const keptChain = (chain: readonly ChainLevel[]): string =>
  JSON.stringify(
    chain.map(({ customerId, reservePrice, share }) => ({
      customerId,
      share,
      cost: reservePrice ? String(reservePrice.minor) : null,
      currency: reservePrice?.currency ?? null,
    })),
  );

export const chainKept = (kept: unknown): ChainLevel[] =>
  (kept as { customerId: string; cost: string | null; currency: string | null; share?: string }[]).map(
    ({ customerId, cost, currency, share }) => ({
      customerId,
      ...(share !== undefined && { share }),
      reservePrice: cost === null || currency === null ? undefined : money(BigInt(cost), currency),
    }),
  );

/** How an order for one card stands: under way, delivered, or why not. */
export type Attempt = {
  readonly isOpen: boolean;
  readonly isDelivered: boolean;
  readonly code: string | undefined;
  readonly words: Text | undefined;
};

export async function attemptOf(ctx: Ctx, orderId: string): Promise<Attempt> {
  const order = await ofCard(ctx)
    .selectFrom('orders.package_order')
    .select(['finished_at', 'settled_lines'])
    .where('id', '=', orderId)
    .executeTakeFirst();
  const line = await ofCard(ctx)
    .selectFrom('orders.order_line')
    .select(['failure_code', 'failure_zh', 'failure_en'])
    .where('order_id', '=', orderId)
    .orderBy('unit')
    .executeTakeFirst();
  return {
    isOpen: order?.finished_at === null,
    isDelivered: (order?.settled_lines ?? 0) > 0,
    code: line?.failure_code ?? undefined,
    words: line?.failure_zh ? text(line.failure_zh, line.failure_en ?? line.failure_zh) : undefined,
  };
}
