import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { RealNameStatus } from '@cardinal/contract/enumerations/card.ts';
import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { OrderingSwitch, PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { identifiersOfAction } from '@cardinal/contract/permissions/batchActions.ts';
import { compareIds } from '@cardinal/primitives/ids.ts';
import { money } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { actorOfTask, announceCards, type LockedCard, lockCards } from '../../cards/face.ts';
import { carrierAccount } from '../../carriers/face.ts';
import { whyNotOfProduct } from '../../packages/face.ts';
import { itemAction, type LeasedBatch, type LeasedItem, type Outcome } from '../../tasks/face.ts';
import { passTime } from '../records/passTime.ts';
import type { UsageRow } from '../records/recordStore.ts';
import { closeOrdersJob } from './closeOrders.ts';
import { deliveredElsewhere } from './elsewhere.ts';
import type { OrderRow } from './orderMoney.ts';
import { beforeLastOf, type OrderFacts, orderVerdict } from './orderVerdicts.ts';
import { channelOfOrder, RENEWAL_RULE, type RenewalAttempt, recordRenewals, renewalsOf, renewing } from './renewals.ts';
import { type SoldPackage, soldVersion } from './soldPackage.ts';
import { type Delivered, type Failed, type Line, recordsOf, writeResult } from './writeResult.ts';

const { ordering } = FulfilmentState.values;
const { using } = PackageUsageState.values;

const NO_ORDER = text(
  '任务没有订单，未扣款；请从预检重试',
  'The task has no order and nothing was charged; retry from the preview',
);
const OTHER_OWNER = text('卡已划拨给其他客户', 'The card has moved to another customer');

const ofOrder = (ctx: Ctx) => ctx.beyondScope('the lines of the order that the task is for');

async function lockOrder(ctx: Ctx, taskId: string): Promise<OrderRow | undefined> {
  return ofOrder(ctx)
    .selectFrom('orders.package_order')
    .selectAll()
    .where('task_id', '=', taskId)
    .forUpdate()
    .executeTakeFirst();
}

/** A task that was repeated without its preview has ordered nothing. */
const failAll = (ctx: Ctx, batch: LeasedBatch): Promise<void> =>
  batch.settleIn(
    ctx,
    batch.items.map((item) => [item, { kind: 'failed', code: 'noOrder', words: NO_ORDER }]),
  );

/** How many records of the package each card has had. */
async function boughtBefore(ctx: Ctx, cardIds: readonly string[], packageId: string): Promise<Map<string, number>> {
  if (cardIds.length === 0) return new Map();
  const rows = await ofOrder(ctx)
    .selectFrom('orders.package_usage')
    .select(['card_id', sql<number>`count(*)::int`.as('n')])
    .where('card_id', 'in', [...cardIds])
    .where('package_id', '=', packageId)
    .where('state', '<=', PackageUsageState.values.used)
    .groupBy('card_id')
    .execute();
  return new Map(rows.map(({ card_id, n }) => [card_id, n]));
}

const factsOf = (card: LockedCard, records: readonly UsageRow[], bought: number): OrderFacts => ({
  isRealName: card.real_name_status === RealNameStatus.values.realNamed,
  mainType: records.find((record) => record.is_main && record.state === using)?.package_type ?? '',
  boughtBefore: bought,
});

/** Decides about each card anew, under its lock. */
async function decide(ctx: Ctx, order: OrderRow, lines: readonly Line[]) {
  const ids = lines.map(({ card }) => card.id);
  const sold = await soldVersion(ctx, order.package_version_id);
  const { open: records } = await passTime(ctx, ids);
  const bought = await boughtBefore(ctx, ids, sold.id);
  const productOff = await whyNotOfProduct(
    ctx,
    sold.id,
    order.customer_id,
    lines.map(({ card }) => card.product_code),
  );
  const facts = new Map(
    lines.map(({ card }) => {
      const before = beforeLastOf(sold, bought.get(card.id) ?? 0, order.units / sold.units);
      return [card.id, factsOf(card, records.get(card.id) ?? [], before)];
    }),
  );
  const renewal = await lockedRenewals(ctx, order, sold, lines);
  const attempts: RenewalAttempt[] = [];
  const delivered: Delivered[] = [];
  const refused: Failed[] = [];
  for (const line of lines) {
    const { card } = line;
    const verdict = orderVerdict(sold, {
      platform: card.platform as Platform,
      carrierStatus: card.carrier_status,
      carrierAccountId: card.carrier_account_id,
      facts: facts.get(card.id) as OrderFacts,
    });
    const off = productOff(card.product_code);
    const account = await carrierAccount(ctx, card.carrier_account_id);
    const attempt = verdict || off || !account ? undefined : renewal?.(renewing(card));
    if (attempt) attempts.push(attempt);
    if (attempt?.words) refused.push({ lineId: line.id, code: RENEWAL_RULE, words: attempt.words });
    else if (verdict || off || !account) {
      const unbound = off && { key: off, words: OrderingSwitch.labelOf(off) };
      const { key, words } = verdict ?? unbound ?? { key: 'notFound', words: cardNotFound.text };
      refused.push({ lineId: line.id, code: key, words });
    } else delivered.push(...recordsOf(ctx, order, sold, line, records.get(card.id) ?? [], account));
  }
  await recordRenewals(ctx, attempts, {
    name: order.ordered_by_name,
    customerId: order.ordered_by_customer_id,
    isEndUser: order.ordered_by === null && order.buyer_id !== null,
  });
  return { delivered, refused };
}

/** What rules of renewals say to the locked cards of an order. Of what a seller took in itself the price is not known. */
function lockedRenewals(ctx: Ctx, order: OrderRow, sold: SoldPackage, lines: readonly Line[]) {
  const channel = channelOfOrder(order);
  const periods = order.units / sold.units;
  const isKnown = order.buyer_id !== null || channel === 'platform' || channel === 'api';
  const price = async () => (isKnown ? money(BigInt(order.price) / BigInt(periods), order.currency) : undefined);
  const cards = lines.map(({ card }) => renewing(card));
  return renewalsOf(ctx, { sold, periods, channel, price }, cards);
}

/** Gives the cards of a leased batch their package and pays for it, in one transaction. */
async function fulfil(ctx: Ctx, batch: LeasedBatch): Promise<void> {
  await ctx.transact(async (inside) => {
    const order = await lockOrder(inside, batch.task.id);
    if (!order) return failAll(inside, batch);
    const targets = batch.items.flatMap(({ targetId }) => targetId ?? []);
    const cards = await lockCards(inside.db, targets);
    const found = new Map(cards.map((card) => [card.id, card]));
    const open = await ofOrder(inside)
      .selectFrom('orders.order_line')
      .select(['id', 'card_id'])
      .where('order_id', '=', order.id)
      .where('state', '=', ordering)
      .where(sql<boolean>`card_id = any(${targets}::bigint[])`)
      .execute();
    const lines: Line[] = [];
    const lost: Failed[] = [];
    for (const { id, card_id } of open.sort((a, b) => compareIds(a.id, b.id))) {
      const card = found.get(card_id);
      if (card) lines.push({ id, card });
      else lost.push({ lineId: id, code: 'otherOwner', words: OTHER_OWNER });
    }
    const { delivered, refused } = await decide(inside, order, lines);
    const failures = [...refused, ...lost];
    const by = { action: batch.task.action, actor: actorOfTask(batch.task) };
    const elsewhere = await takenElsewhere(inside, order, delivered);
    await writeResult(inside, order, lines, { delivered: elsewhere ? [] : delivered, failures }, by);
    const firsts = new Set(delivered.filter(({ unit }) => unit === 1).map(({ lineId }) => lineId));
    await announceCards(inside, cards);
    await batch.settleIn(inside, outcomesOf(batch, open, firsts, failures, elsewhere ? AWAITED : doneFor(order)));
  });
}

const AWAITED: Outcome = { kind: 'confirming' };
const doneFor = (order: OrderRow): Outcome => ({ kind: 'done', amount: order.price });

/** Whether another room delivers these; then they wait for its word, and nothing is paid until then. */
async function takenElsewhere(ctx: Ctx, order: OrderRow, delivered: readonly Delivered[]): Promise<boolean> {
  const firsts = delivered.filter(({ unit }) => unit === 1);
  const elsewhere = ctx.contributed(deliveredElsewhere);
  if (!elsewhere || firsts.length === 0) return false;
  const lines = firsts.map(({ lineId, usage }) => ({ id: lineId, cardId: usage.card_id, iccid: usage.iccid }));
  const { units } = await soldVersion(ctx, order.package_version_id);
  return elsewhere.take(ctx, { order, lines, periods: order.units / units });
}

function outcomesOf(
  batch: LeasedBatch,
  open: readonly { readonly id: string; readonly card_id: string }[],
  delivered: ReadonlySet<string>,
  failures: readonly Failed[],
  reached: Outcome,
): (readonly [LeasedItem, Outcome])[] {
  const lineOf = new Map(open.map((line) => [line.card_id, line.id]));
  const failureOf = new Map(failures.map((failure) => [failure.lineId, failure]));
  return batch.items.map((item) => {
    const lineId = lineOf.get(item.targetId ?? '') ?? '';
    if (delivered.has(lineId)) return [item, reached];
    const { code, words } = failureOf.get(lineId) ?? { code: 'otherOwner', words: OTHER_OWNER };
    return [item, { kind: 'failed', code, words }];
  });
}

/** The actions that order a package; what they are for is the caller's to judge. */
const ORDERING = ['order_package', 'renew_package', 'order_flow_refuel', 'order_voice_refuel'] as const;

const orderTaskAction = (action: (typeof ORDERING)[number]) =>
  itemAction({
    action,
    permissions: identifiersOfAction(action),
    chunkSize: 200,
    isLocal: true,
    undo: { never: text('请用退订', 'Unsubscribe the packages instead') },
    run: fulfil,
    finished: (ctx, task) => ctx.enqueue(closeOrdersJob, { taskId: task.id }),
  });

export const orderTaskActions = ORDERING.map(orderTaskAction);
