import type { ActionParameters } from '@cardinal/contract/api/cardBatches/actionParameters.ts';
import { severalCurrencies } from '@cardinal/contract/api/orders/refusals.ts';
import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { money, partOf } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { BatchAction, CardGroup, MoneyPlan } from '../../cardBatches/face.ts';
import { customerNames, subtreeIds } from '../../customers/face.ts';
import type { OrderRow } from '../ordering/orderMoney.ts';
import { shareOfUnit } from '../ordering/orderRules.ts';
import { type SoldPackage, soldVersions } from '../ordering/soldPackage.ts';
import { OPEN } from '../records/recordStore.ts';
import { partOfRecord, statesOf, type Which } from './refundPlan.ts';
import { BOUGHT_ABOVE, NOTHING_OPEN } from './refundWords.ts';

const { using } = PackageUsageState.values;

/**
 * The records of a card that are meant, as far as they decide what is given back; cards alike are worth the same. An add-on that
 * follows goes with the main record in use.
 */
function aboutRefund(asked: Which) {
  const states = [...statesOf(asked)];
  const withMain = sql`(${states.includes(using)} and u.follows and not u.is_main and exists (
    select from orders.package_usage m where m.card_id = u.card_id and m.is_main and m.state = ${using}))`;
  return sql<string>`coalesce((
    select string_agg(concat_ws('|', l.order_id, l.unit, u.state, u.zone, extract(epoch from u.starts_at)::bigint,
      extract(epoch from u.ends_at)::bigint), ';' order by u.id)
    from orders.package_usage u join orders.order_line l on l.usage_id = u.id
    where u.card_id = c.id and u.state = any(${[...OPEN]}::int[]) and (u.state = any(${states}::int[]) or ${withMain})), '')`;
}

type Meant = {
  readonly orderId: string;
  readonly unit: number;
  readonly isUsing: boolean;
  readonly zone: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
};

const meantIn = (about: string): Meant[] =>
  about
    .split(';')
    .filter(Boolean)
    .map((each) => {
      const [orderId = '', unit, state, zone = '', startsAt, endsAt] = each.split('|');
      const at = (seconds: string | undefined) => new Date(Number(seconds) * 1_000);
      return {
        orderId,
        unit: Number(unit),
        isUsing: Number(state) === using,
        zone,
        startsAt: at(startsAt),
        endsAt: at(endsAt),
      };
    });

async function ordersBehind(ctx: Ctx, groups: readonly { readonly about: string }[]) {
  const ids = [...new Set(groups.flatMap(({ about }) => meantIn(about).map(({ orderId }) => orderId)))];
  const rows = await ctx
    .beyondScope('the orders behind packages of selected cards; those paid above the caller are refused')
    .selectFrom('orders.package_order')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  const versions = await soldVersions(
    ctx,
    rows.map((order) => order.package_version_id),
  );
  return new Map(
    rows.map((order) => [order.id, { order, sold: versions.get(order.package_version_id) as SoldPackage }]),
  );
}

type Behind = { readonly order: OrderRow; readonly sold: SoldPackage };

const partNow = (ctx: Ctx, { sold }: Behind, record: Meant) => partOfRecord(sold, record, ctx.clock.now());

/** Who a caller may give money back to: what was paid above it is not its to undo. */
const payersBelow = async (ctx: Ctx): Promise<ReadonlySet<string>> =>
  new Set(await subtreeIds(ctx.db, accountOf(ctx).customerId));

const judge: NonNullable<BatchAction['judge']> = async (ctx, _parameters, groups) => {
  const [orders, payers] = await Promise.all([ordersBehind(ctx, groups), payersBelow(ctx)]);
  const verdicts = new Map<string, { readonly key: string; readonly words: { zh: string; en: string } }>();
  for (const { about } of groups) {
    const meant = meantIn(about);
    if (meant.length === 0) verdicts.set(about, NOTHING_OPEN);
    for (const record of meant) {
      const behind = orders.get(record.orderId);
      if (!behind || !payers.has(behind.order.customer_id)) {
        verdicts.set(about, BOUGHT_ABOVE);
        break;
      }
      const found = partNow(ctx, behind, record);
      if ('key' in found) verdicts.set(about, found);
    }
  }
  return ({ about }) => verdicts.get(about);
};

/** What comes back, a line for each payer and package. */
async function moneyPlan(ctx: Ctx, _parameters: ActionParameters, groups: readonly CardGroup[]): Promise<MoneyPlan> {
  const orders = await ordersBehind(ctx, groups);
  const lines = new Map<string, { order: OrderRow; quantity: number; amount: bigint }>();
  for (const { about, cards } of groups)
    for (const record of meantIn(about)) {
      const behind = orders.get(record.orderId) as Behind;
      const { order } = behind;
      const found = partNow(ctx, behind, record);
      if ('key' in found) continue;
      const paid = money(shareOfUnit(BigInt(order.price), record.unit, order.units), order.currency);
      const back = partOf(paid, found.part.of, found.part.whole).minor;
      const key = `${order.customer_id} ${order.package_name}`;
      const line = lines.get(key) ?? { order, quantity: 0, amount: 0n };
      lines.set(key, {
        order,
        quantity: line.quantity + cards,
        amount: line.amount - back * BigInt(cards),
      });
    }
  const all = [...lines.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
  const currencies = [...new Set(all.map(({ order }) => order.currency))];
  if (currencies.length > 1) throw new Refused(severalCurrencies);
  const payers = [...new Set(all.map(({ order }) => order.customer_id))];
  const names = payers.length > 1 ? await customerNames(ctx.db, payers) : undefined;
  return {
    payerId: payers.length === 1 ? (payers[0] as string) : null,
    currency: currencies[0] ?? '',
    groups: all.map(({ order, quantity, amount }) => {
      const words = names ? `${names.get(order.customer_id) ?? ''} · ${order.package_name}` : order.package_name;
      return { words: text(words, words), quantity, amount };
    }),
  };
}

/** Unsubscribing for selected cards: what comes back is worked out in the preview, and once more under the card's lock. */
export const refundBatchAction: BatchAction = {
  action: 'refund_package',
  about: (_ctx, parameters) => aboutRefund(parameters as Which),
  judge,
  moneyPlan,
};
