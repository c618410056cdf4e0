import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { money, partOf } from '@cardinal/primitives/money.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { announceCards, lockCards, writeEvents } from '../../cards/face.ts';
import { type Part, shareOfUnit, stepsBack, stepsOfUnit } from '../ordering/orderRules.ts';
import { type SoldPackage, soldVersions } from '../ordering/soldPackage.ts';
import { showPackages } from '../records/cardPackages.ts';
import { passTime } from '../records/passTime.ts';
import { OPEN } from '../records/recordStore.ts';
import { partOfRecord } from './refundPlan.ts';
import { takeOut, withFollowers } from './takeOut.ts';
import { lockOrders, type Return, writeReturns } from './unsubscribe.ts';

const { using } = PackageUsageState.values;
const WHOLE = text('未开始，全额可退', 'Not begun; all of it');
const RULES: Readonly<Record<string, Text>> = {
  none: text('套餐规定不退', 'Not refundable by its rule'),
  wholeUnstarted: text('套餐规定开始后不退', 'Not refundable once begun'),
  proRataDays: text('按剩余天数', 'By the days left'),
  proRataVolume: text('按剩余用量', 'By the volume left'),
};

/** A record of an order that an end user paid, while it is on the card. */
export type EndableLine = {
  readonly lineId: string;
  readonly name: string;
  readonly isUsing: boolean;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Its share of what he paid, and how much of that its rule gives back now. */
  readonly price: bigint;
  readonly refundable: bigint;
  readonly why: Text;
};

const ofBuyer = (ctx: Ctx) => ctx.beyondScope('the records of an order that the caller may refund');

/** What is on the card of an order and what each record is worth now, of the whole that was paid for it. */
export async function endableLines(ctx: Ctx, orderId: string, paid: bigint): Promise<EndableLine[]> {
  const rows = await ofBuyer(ctx)
    .selectFrom('orders.order_line as l')
    .innerJoin('orders.package_order as o', 'o.id', 'l.order_id')
    .innerJoin('orders.package_usage as u', 'u.id', 'l.usage_id')
    .select(['l.id', 'l.unit', 'o.units', 'o.currency', 'o.package_version_id'])
    .select(['u.package_name', 'u.starts_at', 'u.ends_at', 'u.zone'])
    .where('o.id', '=', orderId)
    .where('u.state', 'in', OPEN)
    .where('u.ends_at', '>', ctx.clock.now())
    .orderBy('u.starts_at')
    .execute();
  const versions = await soldVersions(
    ctx,
    rows.map((row) => row.package_version_id),
  );
  const now = ctx.clock.now();
  return rows.map((row) => {
    const sold = versions.get(row.package_version_id) as SoldPackage;
    const isUsing = row.starts_at <= now;
    const facts = { zone: row.zone, isUsing, startsAt: row.starts_at, endsAt: row.ends_at };
    const found = partOfRecord(sold, facts, now);
    const price = shareOfUnit(paid, row.unit, row.units);
    const part: Part = 'key' in found ? { of: 0n, whole: 1n } : found.part;
    const rule = RULES[sold.refundRule] as Text;
    return {
      lineId: row.id,
      name: row.package_name,
      isUsing,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      price,
      refundable: partOf(money(price, row.currency), part.of, part.whole).minor,
      why: 'key' in found ? found.words : isUsing || sold.refundRule === 'none' ? rule : WHOLE,
    };
  });
}

/**
 * Ends these records of an order in the caller's transaction and takes from every level what goes back to the buyer, who is not
 * told of: the caller returns it. An add-on that follows a record in use goes with it, by its own rule. False: a record has ended
 * meanwhile, and nothing has changed.
 */
export async function endLines(
  ctx: Ctx,
  asked: {
    readonly orderId: string;
    readonly cardId: string;
    /** Of each record, how much of its price goes back. */
    readonly amounts: ReadonlyMap<string, { readonly amount: bigint; readonly price: bigint }>;
    readonly reason: string;
  },
): Promise<boolean> {
  const { accountId, account, customerId } = accountOf(ctx);
  const db = ofBuyer(ctx);
  const { lines, orders, steps } = await lockOrders(ctx, [asked.cardId]);
  const cards = await lockCards(db, [asked.cardId]);
  const { open: records } = await passTime(ctx, [asked.cardId]);
  const open = records.get(asked.cardId) ?? [];
  const versions = await soldVersions(
    ctx,
    open.map((record) => record.package_version_id),
  );
  const meant = open.filter(({ id }) => asked.amounts.has(lines.get(id)?.id ?? ''));
  if (meant.length !== asked.amounts.size) return false;
  const taken = withFollowers(open, meant);
  const returns = taken.flatMap((record): Return[] => {
    const line = lines.get(record.id);
    const order = line && orders.get(line.orderId);
    if (!line || !order) return [];
    const sold = versions.get(record.package_version_id) as SoldPackage;
    const facts = {
      zone: record.zone,
      isUsing: record.state === using,
      startsAt: record.starts_at,
      endsAt: record.ends_at,
    };
    const found = partOfRecord(sold, facts, ctx.clock.now());
    const byRule = 'key' in found ? { part: { of: 0n, whole: 1n }, rule: sold.refundRule } : found;
    const agreed = asked.amounts.get(line.id);
    const paid = stepsOfUnit(steps.get(order.id) ?? [], line.unit, order.units);
    const part = agreed ? { of: agreed.amount, whole: agreed.price } : byRule.part;
    return [{ record, line, order, steps: stepsBack(paid, part), ...byRule }];
  });
  await takeOut(ctx, open, taken, versions);
  const by = { taskId: null, accountId, accountName: account, customerId, reason: asked.reason };
  await writeReturns(ctx, { ...by, untold: asked.orderId }, returns);
  await showPackages(ctx, [asked.cardId]);
  const names = taken.map((record) => record.package_name).join('、');
  await writeEvents(
    ctx,
    cards.map((card) => ({
      cardId: card.id,
      iccid: card.iccid,
      customerId: card.customer_id,
      action: 'refund_package',
      result: 'done',
      source: 'console',
      from: text(names, names),
      reason: asked.reason,
    })),
  );
  await announceCards(ctx, cards);
  return true;
}
