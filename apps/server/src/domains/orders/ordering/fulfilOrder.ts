import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { RealNameStatus, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { EffectiveType, OrderingSwitch, PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { identifiersOfAction } from '@cardinal/contract/permissions/batchActions.ts';
import { compareIds } from '@cardinal/primitives/ids.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { type Insertable, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { liftReasons } from '../../cardCommands/face.ts';
import { actorOfTask, announceCards, type LockedCard, lockCards, writeEvents } from '../../cards/face.ts';
import { carrierAccount } from '../../carriers/face.ts';
import { whyNotOfProduct } from '../../packages/face.ts';
import { itemAction, type LeasedBatch, type LeasedItem, type Outcome } from '../../tasks/face.ts';
import type { PackageUsageTable } from '../orderTables.ts';
import { showPackages } from '../records/cardPackages.ts';
import { passTime } from '../records/passTime.ts';
import { placeOf } from '../records/recordRules.ts';
import { asQueued, type UsageRow } from '../records/recordStore.ts';
import { tellOwners } from '../records/tellOwners.ts';
import { closeOrdersJob } from './closeOrders.ts';
import { type OrderRow, payLines } from './orderMoney.ts';
import { beforeLastOf, type OrderFacts, orderVerdict } from './orderVerdicts.ts';
import { type CarrierClock, type SoldPackage, soldVersion, wishFor } from './soldPackage.ts';

const { ordering, success, failed } = FulfilmentState.values;
const { unused, using } = PackageUsageState.values;
const { arrears } = StopReason.values;

const NO_ORDER = text(
  '任务没有订单，未扣款；请从预检重试',
  'The task has no order and nothing was charged; retry from the preview',
);
const OTHER_OWNER = text('卡已划拨给其他客户', 'The card has moved to another customer');

/** A card of a leased batch with its line, both locked. */
type Line = { readonly id: string; readonly item: LeasedItem; readonly card: LockedCard };
type Failed = { readonly lineId: string; readonly code: string; readonly words: Text };
type Delivered = { readonly lineId: string; readonly unit: number; readonly usage: NewUsage };
type NewUsage = Insertable<PackageUsageTable> & UsageRow;

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

/** A record a card gets, in its queue. */
function usageOf(
  ctx: Ctx,
  order: OrderRow,
  sold: SoldPackage,
  line: Line,
  open: readonly UsageRow[],
  clock: CarrierClock,
  unit: number,
): NewUsage {
  const now = ctx.clock.now();
  const asked =
    unit === 1
      ? { effectiveType: order.effective_type, postponeDays: order.postpone_days }
      : { effectiveType: EffectiveType.values.postpone, postponeDays: 0 };
  const wish = wishFor(sold, asked, clock, now);
  const period = sold.periodIn(clock);
  const { startsAt, endsAt, anchorDay } = placeOf({ ...sold, period, wish }, open.map(asQueued), now);
  return {
    id: ctx.ids.next(),
    card_id: line.card.id,
    iccid: line.card.iccid,
    customer_id: order.customer_id,
    package_id: sold.id,
    package_version_id: sold.versionId,
    package_name: sold.name,
    package_type: sold.type,
    is_main: sold.isMain,
    follows: sold.follows,
    flow_bytes: sold.flowBytes === null ? null : String(sold.flowBytes),
    voice_seconds: sold.voiceSeconds === null ? null : String(sold.voiceSeconds),
    sms_count: sold.smsCount,
    zone: clock.zone,
    cycle_day: clock.cycleDay,
    anchor_day: anchorDay,
    not_before: wish.notBefore,
    postpone_days: wish.postponeDays,
    starts_at: startsAt,
    ends_at: endsAt,
    state: startsAt <= now ? using : unused,
    state_at: startsAt <= now ? startsAt : now,
    created_at: now,
  };
}

/** The records a card gets, one behind the other; the first is the line's own. */
function recordsOf(
  ctx: Ctx,
  order: OrderRow,
  sold: SoldPackage,
  line: Line,
  open: readonly UsageRow[],
  clock: CarrierClock,
): Delivered[] {
  const given: Delivered[] = [];
  for (let unit = 1; unit <= order.units; unit += 1) {
    const usage = usageOf(ctx, order, sold, line, [...open, ...given.map((each) => each.usage)], clock, unit);
    given.push({ lineId: unit === 1 ? line.id : ctx.ids.next(), unit, usage });
  }
  return given;
}

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
    if (verdict || off || !account) {
      const unbound = off && { key: off, words: OrderingSwitch.labelOf(off) };
      const { key, words } = verdict ?? unbound ?? { key: 'notFound', words: cardNotFound.text };
      refused.push({ lineId: line.id, code: key, words });
    } else delivered.push(...recordsOf(ctx, order, sold, line, records.get(card.id) ?? [], account));
  }
  return { delivered, refused };
}

/** Writes the outcome of lines, and a line for each further record of a card. */
async function writeLines(
  ctx: Ctx,
  order: OrderRow,
  delivered: readonly Delivered[],
  refused: readonly Failed[],
): Promise<void> {
  const firsts = delivered.filter(({ unit }) => unit === 1);
  const rows = [
    ...firsts.map(({ lineId, usage }) => ({ id: lineId, state: success, usage_id: usage.id })),
    ...refused.map(({ lineId, code, words }) => ({
      id: lineId,
      state: failed,
      failure_code: code,
      failure_zh: words.zh,
      failure_en: words.en,
    })),
  ];
  await sql`
    update orders.order_line l set state = r.state, usage_id = r.usage_id, failure_code = r.failure_code,
      failure_zh = r.failure_zh, failure_en = r.failure_en, settled_at = ${ctx.clock.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id bigint, state smallint, usage_id bigint, failure_code text, failure_zh text, failure_en text)
    where l.id = r.id`.execute(ofOrder(ctx));
  const further = delivered.filter(({ unit }) => unit > 1);
  if (further.length === 0) return;
  const more = further.map(({ lineId, unit, usage }) => ({
    id: lineId,
    unit,
    usage_id: usage.id,
    card_id: usage.card_id,
  }));
  await sql`
    insert into orders.order_line (id, order_id, card_id, iccid, customer_id, platform, state, unit, usage_id, created_at, settled_at)
    select r.id, l.order_id, l.card_id, l.iccid, l.customer_id, l.platform, l.state, r.unit, r.usage_id, l.created_at, l.settled_at
    from jsonb_to_recordset(${JSON.stringify(more)}::jsonb) as r (id bigint, unit smallint, usage_id bigint, card_id bigint)
    join orders.order_line l on l.order_id = ${order.id} and l.card_id = r.card_id and l.unit = 1`.execute(
    ofOrder(ctx),
  );
}

/** The cards run again where only arrears kept them, if their customer wants it. */
async function liftArrears(ctx: Ctx, batch: LeasedBatch, lines: readonly Line[], order: OrderRow): Promise<void> {
  const owing = lines.filter(({ card }) => card.stop_reasons.includes(arrears));
  if (owing.length === 0) return;
  await liftReasons(ctx, {
    cardIds: owing.map(({ card }) => card.id),
    reasons: [arrears],
    why: text(`已订购套餐 ${order.package_name}`, `Package ordered: ${order.package_name}`),
    by: { source: 'console', actor: actorOfTask(batch.task), taskId: batch.task.id },
  });
}

/** Gives the cards of a leased batch their package and pays for it, in one transaction. */
async function fulfil(ctx: Ctx, batch: LeasedBatch): Promise<void> {
  await ctx.transact(async (inside) => {
    const order = await lockOrder(inside, batch.task.id);
    if (!order) return failAll(inside, batch);
    const items = new Map(batch.items.map((item) => [item.targetId ?? '', item]));
    const cards = await lockCards(inside.db, [...items.keys()].filter(Boolean));
    const found = new Map(cards.map((card) => [card.id, card]));
    const open = await ofOrder(inside)
      .selectFrom('orders.order_line')
      .select(['id', 'card_id'])
      .where('order_id', '=', order.id)
      .where('state', '=', ordering)
      .where('card_id', 'in', [...items.keys()])
      .execute();
    const lines: Line[] = [];
    const lost: Failed[] = [];
    for (const { id, card_id } of open.sort((a, b) => compareIds(a.id, b.id))) {
      const card = found.get(card_id);
      if (card) lines.push({ id, card, item: items.get(card_id) as LeasedItem });
      else lost.push({ lineId: id, code: 'otherOwner', words: OTHER_OWNER });
    }
    const { delivered, refused } = await decide(inside, order, lines);
    const failures = [...refused, ...lost];
    const usages = delivered.map(({ usage }) => usage);
    if (usages.length > 0) await ofOrder(inside).insertInto('orders.package_usage').values(usages).execute();
    await writeLines(inside, order, delivered, failures);
    const firsts = new Set(delivered.filter(({ unit }) => unit === 1).map(({ lineId }) => lineId));
    const done = lines.filter(({ id }) => firsts.has(id));
    await ofOrder(inside)
      .updateTable('orders.package_order')
      .set((row) => ({ settled_lines: row('settled_lines', '+', done.length) }))
      .where('id', '=', order.id)
      .execute();
    await tellOwners(
      inside,
      usages
        .filter(({ state }) => state === using)
        .map(({ id, starts_at }) => ({ id, change: 'activated', at: starts_at })),
    );
    await showPackages(
      inside,
      done.map(({ card }) => card.id),
    );
    await writeEvents(
      inside,
      done.map(({ card }) => ({
        cardId: card.id,
        iccid: card.iccid,
        customerId: card.customer_id,
        action: batch.task.action,
        result: 'done',
        source: 'console',
        to: order.package_name,
        taskId: batch.task.id,
        actor: actorOfTask(batch.task),
      })),
    );
    await payLines(
      inside,
      order,
      delivered.map(({ lineId, unit, usage }) => ({
        id: lineId,
        cardId: usage.card_id,
        iccid: usage.iccid,
        platform: found.get(usage.card_id)?.platform ?? 0,
        unit,
      })),
    );
    const begun = new Set(delivered.filter(({ usage }) => usage.state === using).map(({ lineId }) => lineId));
    await liftArrears(
      inside,
      batch,
      done.filter(({ id }) => begun.has(id)),
      order,
    );
    await announceCards(inside, cards);
    await batch.settleIn(inside, outcomesOf(batch, open, firsts, failures, order));
  });
}

function outcomesOf(
  batch: LeasedBatch,
  open: readonly { readonly id: string; readonly card_id: string }[],
  delivered: ReadonlySet<string>,
  failures: readonly Failed[],
  order: OrderRow,
): (readonly [LeasedItem, Outcome])[] {
  const lineOf = new Map(open.map((line) => [line.card_id, line.id]));
  const failureOf = new Map(failures.map((failure) => [failure.lineId, failure]));
  return batch.items.map((item) => {
    const lineId = lineOf.get(item.targetId ?? '') ?? '';
    if (delivered.has(lineId)) return [item, { kind: 'done', amount: order.price }];
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
