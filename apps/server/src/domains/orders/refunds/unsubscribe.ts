import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { UnsubscribeChannel } from '@cardinal/contract/enumerations/order.ts';
import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { identifiersOfAction } from '@cardinal/contract/permissions/batchActions.ts';
import { compareIds } from '@cardinal/primitives/ids.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { actorOfTask, announceCards, lockCards, writeEvents } from '../../cards/face.ts';
import { subtreeIds } from '../../customers/face.ts';
import { itemAction, type LeasedBatch, type LeasedItem, type Outcome } from '../../tasks/face.ts';
import { type OrderRow, payBack, stepsOfOrders } from '../ordering/orderMoney.ts';
import { type Part, type Step, stepsBack, stepsOfUnit } from '../ordering/orderRules.ts';
import { type SoldPackage, soldVersions } from '../ordering/soldPackage.ts';
import { showPackages } from '../records/cardPackages.ts';
import { passTime } from '../records/passTime.ts';
import { OPEN, type UsageRow } from '../records/recordStore.ts';
import { isMeant, partOfRecord, ruleFor, type Which } from './refundPlan.ts';
import { BOUGHT_ABOVE, NOTHING_OPEN } from './refundWords.ts';
import { tellOfStopped } from './stopQueued.ts';
import { takeOut, withFollowers } from './takeOut.ts';

const { using } = PackageUsageState.values;

const skipped = ({ key, words }: typeof NOTHING_OPEN): Outcome => ({ kind: 'skipped', code: key, words });
const NOTHING = skipped(NOTHING_OPEN);
const GONE: Outcome = { kind: 'skipped', code: 'notFound', words: cardNotFound.text };

type Line = { readonly id: string; readonly usageId: string; readonly orderId: string; readonly unit: number };
/** What is given back for a record, at every level. */
export type Return = {
  readonly record: UsageRow;
  readonly line: Line;
  readonly order: OrderRow;
  readonly steps: readonly Step[];
  readonly part: Part;
  readonly rule: string;
};

const ofPayer = (ctx: Ctx) => ctx.beyondScope('the orders of records on cards that are locked within the scope');

/** The lines behind the open records of cards; their orders are locked before the cards, as the house's order of locks says. */
export async function lockOrders(ctx: Ctx, cardIds: readonly string[]) {
  const lines = await ofPayer(ctx)
    .selectFrom('orders.order_line as l')
    .innerJoin('orders.package_usage as u', 'u.id', 'l.usage_id')
    .select(['l.id', 'l.usage_id', 'l.order_id', 'l.unit'])
    .where('u.card_id', 'in', [...cardIds])
    .where('u.state', 'in', OPEN)
    .execute();
  const ids = [...new Set(lines.map(({ order_id }) => order_id))];
  const orders =
    ids.length === 0
      ? []
      : await ofPayer(ctx)
          .selectFrom('orders.package_order')
          .selectAll()
          .where('id', 'in', ids)
          .orderBy('id')
          .forUpdate()
          .execute();
  return {
    lines: new Map(
      lines.map((row): [string, Line] => [
        String(row.usage_id),
        { id: row.id, usageId: String(row.usage_id), orderId: row.order_id, unit: row.unit },
      ]),
    ),
    orders: new Map(orders.map((order) => [order.id, order])),
    steps: await stepsOfOrders(ctx, orders),
  };
}

type Behind = Awaited<ReturnType<typeof lockOrders>> & { readonly versions: ReadonlyMap<string, SoldPackage> };

const amountOf = ({ steps }: Return): bigint => steps.at(-1)?.price.minor ?? 0n;

/** On whose word records end before their time. */
export type EndedBy = {
  readonly taskId: string | null;
  readonly accountId: string | null;
  readonly accountName: string;
  readonly customerId: string | null;
  readonly reason: string | null;
  /** The order whose buyer gets his money from whoever ends it. */
  readonly untold?: string;
};

const reasonOf = ({ task }: LeasedBatch): string | null => (task.parameters['reason'] as string | undefined) ?? null;

/** Notes what is given back of these lines and their orders, and posts it: lines of an order that give back the same are one posting. */
export async function writeReturns(ctx: Ctx, by: EndedBy, returns: readonly Return[]): Promise<void> {
  if (returns.length === 0) return;
  const db = ofPayer(ctx);
  const now = ctx.clock.now();
  await sql`update orders.order_line line set refunded = back.amount
    from unnest(${returns.map(({ line }) => line.id)}::bigint[], ${returns.map(amountOf).map(String)}::bigint[]) as back (id, amount)
    where line.id = back.id`.execute(db);
  await db
    .insertInto('orders.unsubscription')
    .values(
      returns.map((each) => ({
        id: ctx.ids.next(),
        usage_id: each.record.id,
        line_id: each.line.id,
        order_id: each.order.id,
        card_id: each.record.card_id,
        iccid: each.record.iccid,
        customer_id: each.order.customer_id,
        channel: UnsubscribeChannel.values.platform,
        state_before: each.record.state,
        rule: each.rule,
        part_of: String(each.part.of),
        part_whole: String(each.part.whole),
        amount: String(amountOf(each)),
        currency: each.order.currency,
        reason: by.reason,
        task_id: by.taskId,
        done_by: by.accountId,
        done_by_name: by.accountName,
        done_by_customer_id: by.customerId,
        created_at: now,
      })),
    )
    .execute();
  const alike = Map.groupBy(returns, ({ order, part, line }) => `${order.id} ${part.of}/${part.whole} ${line.unit}`);
  for (const group of alike.values()) {
    const [{ order, steps }] = group as [Return];
    const amount = String(group.reduce((sum, each) => sum + amountOf(each), 0n));
    await db
      .updateTable('orders.package_order')
      .set((row) => ({ refunded: row('refunded', '+', amount) }))
      .where('id', '=', order.id)
      .execute();
    await payBack(
      ctx,
      order,
      steps,
      group.map(({ line }) => line.id),
      order.id !== by.untold,
    );
  }
}

/** Takes out what is meant of one card's records; answers what is given back for them, nothing where the card fails. */
async function unsubscribeCard(
  ctx: Ctx,
  batch: LeasedBatch,
  open: readonly UsageRow[],
  { lines, orders, steps, versions }: Behind,
  payers: ReadonlySet<string>,
): Promise<{ readonly outcome: Outcome; readonly returns: readonly Return[] }> {
  const without = (outcome: Outcome) => ({ outcome, returns: [] });
  const which = batch.task.parameters as unknown as Which;
  const meant = open.filter((record) => isMeant(which, record));
  const taken = withFollowers(open, meant);
  const returns: Return[] = [];
  for (const record of taken) {
    const line = lines.get(record.id);
    const order = line && orders.get(line.orderId);
    if (!line || !order) return without(NOTHING);
    if (!payers.has(order.customer_id)) return without(skipped(BOUGHT_ABOVE));
    const sold = versions.get(record.package_version_id) as SoldPackage;
    const found = partOfRecord(
      { ...sold, refundRule: ruleFor(which, sold) },
      { zone: record.zone, isUsing: record.state === using, startsAt: record.starts_at, endsAt: record.ends_at },
      ctx.clock.now(),
    );
    if ('key' in found) return without({ kind: 'failed', code: found.key, words: found.words });
    const paid = stepsOfUnit(steps.get(order.id) ?? [], line.unit, order.units);
    returns.push({ record, line, order, steps: stepsBack(paid, found.part), ...found });
  }
  if (returns.length === 0) return without(NOTHING);
  await takeOut(ctx, open, taken, versions);
  const names = returns.map(({ record }) => record.package_name).join('、');
  return { outcome: { kind: 'done', words: text(names, names) }, returns };
}

/** Ends records before their time and gives back what their rules say, at every level, card by card in one transaction. */
async function unsubscribe(ctx: Ctx, batch: LeasedBatch): Promise<void> {
  await ctx.transact(async (inside) => {
    const ids = batch.items.flatMap(({ targetId }) => targetId ?? []);
    const behind = await lockOrders(inside, ids);
    const cards = await lockCards(inside.db, ids);
    const { open: records } = await passTime(
      inside,
      cards.map(({ id }) => id),
    );
    const versions = await soldVersions(
      inside,
      [...records.values()].flat().map((record) => record.package_version_id),
    );
    const outcomes = new Map<string, Outcome>();
    const returns: Return[] = [];
    const payers = new Set(await subtreeIds(inside.db, batch.task.customerId));
    for (const { id } of cards) {
      const one = await unsubscribeCard(inside, batch, records.get(id) ?? [], { ...behind, versions }, payers);
      outcomes.set(id, one.outcome);
      returns.push(...one.returns);
    }
    const { id: taskId, accountId, accountName, customerId } = batch.task;
    const by = { taskId, accountId, accountName, customerId, reason: reasonOf(batch) };
    await writeReturns(inside, by, returns);
    const done = cards.filter(({ id }) => outcomes.get(id)?.kind === 'done');
    await showPackages(inside, done.map(({ id }) => id).sort(compareIds));
    await writeEvents(
      inside,
      done.map((card) => ({
        cardId: card.id,
        iccid: card.iccid,
        customerId: card.customer_id,
        action: batch.task.action,
        result: 'done',
        source: 'console',
        from: (outcomes.get(card.id) as { words?: { zh: string; en: string } }).words ?? null,
        reason: reasonOf(batch),
        taskId: batch.task.id,
        actor: actorOfTask(batch.task),
      })),
    );
    await announceCards(inside, cards);
    const settled = batch.items.map((item): readonly [LeasedItem, Outcome] => [
      item,
      outcomes.get(item.targetId ?? '') ?? GONE,
    ]);
    await batch.settleIn(inside, settled);
  });
}

export const refundTaskAction = itemAction({
  action: 'refund_package',
  permissions: identifiersOfAction('refund_package'),
  chunkSize: 50,
  isLocal: true,
  undo: { never: text('退订不可撤销，请重新订购', 'Cannot be undone; order the package again') },
  run: unsubscribe,
  finished: tellOfStopped,
});
