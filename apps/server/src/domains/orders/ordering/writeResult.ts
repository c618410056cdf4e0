import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { EffectiveType, PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import type { ActionCode } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { type Insertable, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { liftReasons } from '../../cardCommands/face.ts';
import { type EventActor, type LockedCard, writeEvents } from '../../cards/face.ts';
import type { PackageUsageTable } from '../orderTables.ts';
import { showPackages } from '../records/cardPackages.ts';
import { placeOf } from '../records/recordRules.ts';
import { asQueued, type UsageRow } from '../records/recordStore.ts';
import { tellOwners } from '../records/tellOwners.ts';
import { type OrderRow, payLines } from './orderMoney.ts';
import { type CarrierClock, type SoldPackage, wishFor } from './soldPackage.ts';

const { success, failed } = FulfilmentState.values;
const { unused, using } = PackageUsageState.values;
const { arrears } = StopReason.values;

/** A line and its card, both locked. */
export type Line = { readonly id: string; readonly card: LockedCard };
export type Failed = { readonly lineId: string; readonly code: string; readonly words: Text };
export type Delivered = { readonly lineId: string; readonly unit: number; readonly usage: NewUsage };
type NewUsage = Insertable<PackageUsageTable> & UsageRow;

/** On whose word an order is carried out. */
export type CarriedOut = { readonly action: ActionCode; readonly actor: EventActor };

const ofOrder = (ctx: Ctx) => ctx.beyondScope('the lines of the order that the task is for');

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
export function recordsOf(
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
async function liftArrears(ctx: Ctx, lines: readonly Line[], order: OrderRow, { actor }: CarriedOut): Promise<void> {
  const owing = lines.filter(({ card }) => card.stop_reasons.includes(arrears));
  if (owing.length === 0) return;
  await liftReasons(ctx, {
    cardIds: owing.map(({ card }) => card.id),
    reasons: [arrears],
    why: text(`已订购套餐 ${order.package_name}`, `Package ordered: ${order.package_name}`),
    by: { source: 'console', actor, taskId: order.task_id },
  });
}

/** Writes what became of lines of a locked order: the records of those delivered, paid to every level, and why the others failed. */
export async function writeResult(
  ctx: Ctx,
  order: OrderRow,
  lines: readonly Line[],
  { delivered, failures }: { readonly delivered: readonly Delivered[]; readonly failures: readonly Failed[] },
  by: CarriedOut,
): Promise<void> {
  const usages = delivered.map(({ usage }) => usage);
  if (usages.length > 0) await ofOrder(ctx).insertInto('orders.package_usage').values(usages).execute();
  await writeLines(ctx, order, delivered, failures);
  const firsts = new Set(delivered.filter(({ unit }) => unit === 1).map(({ lineId }) => lineId));
  const done = lines.filter(({ id }) => firsts.has(id));
  await ofOrder(ctx)
    .updateTable('orders.package_order')
    .set((row) => ({ settled_lines: row('settled_lines', '+', done.length) }))
    .where('id', '=', order.id)
    .execute();
  await tellOwners(
    ctx,
    usages
      .filter(({ state }) => state === using)
      .map(({ id, starts_at }) => ({ id, change: 'activated', at: starts_at })),
  );
  await showPackages(
    ctx,
    done.map(({ card }) => card.id),
  );
  await writeEvents(
    ctx,
    done.map(({ card }) => ({
      cardId: card.id,
      iccid: card.iccid,
      customerId: card.customer_id,
      action: by.action,
      result: 'done',
      source: 'console',
      to: order.package_name,
      taskId: order.task_id,
      actor: by.actor,
    })),
  );
  const found = new Map(lines.map(({ card }) => [card.id, card]));
  await payLines(
    ctx,
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
    ctx,
    done.filter(({ id }) => begun.has(id)),
    order,
    by,
  );
}
