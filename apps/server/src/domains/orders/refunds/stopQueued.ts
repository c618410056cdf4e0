import { Currency } from '@cardinal/contract/enumerations/money.ts';
import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { identifiersOfAction } from '@cardinal/contract/permissions/batchActions.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { type Ctx, holds } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { AS_ITEMS } from '../../cards/face.ts';
import type { QueuedPackages } from '../../packages/face.ts';
import { type RunningTask, startTask } from '../../tasks/face.ts';
import { queuedStopped } from '../events.ts';
import { shareOfUnit } from '../ordering/orderRules.ts';
import type { Which } from './refundPlan.ts';

const OFF_SHELF = text('套餐下架，停止排队', 'Package unpublished, what waits is stopped');
const REFUND = identifiersOfAction('refund_package');

/** Paid packages of these that begin later, on cards the caller sees. */
const waiting = (ctx: Ctx, packageIds: readonly string[]) =>
  ctx.db
    .selectFrom('orders.package_usage as u')
    .innerJoin('orders.order_line as l', 'l.usage_id', 'u.id')
    .innerJoin('orders.package_order as o', 'o.id', 'l.order_id')
    .innerJoin('cards.v_card as c', 'c.id', 'u.card_id')
    .where(sql<boolean>`u.package_id = any(${[...packageIds]}::bigint[])`)
    .where('u.state', '=', PackageUsageState.values.unused)
    // A record is in use from its own moment, also before the minute's sweep.
    .where('u.starts_at', '>', ctx.clock.now());

/** All that was paid for them, by currency. */
async function paidFor(ctx: Ctx, packageIds: readonly string[]) {
  const rows = await waiting(ctx, packageIds)
    .select(['o.id', 'o.price', 'o.units', 'o.currency', 'l.unit', sql<string>`count(*)`.as('n')])
    .groupBy(['o.id', 'o.price', 'o.units', 'o.currency', 'l.unit'])
    .execute();
  const sums = new Map<string, bigint>();
  for (const { price, units, unit, currency, n } of rows)
    sums.set(currency, (sums.get(currency) ?? 0n) + shareOfUnit(BigInt(price), unit, units) * BigInt(n));
  return [...sums]
    .sort()
    .map(([currency, amount]) => ({ currency: Currency.schema.parse(currency), amount: String(amount) }));
}

/** Cards of orders that are still being carried out, whoever pays. */
const underWay = async (ctx: Ctx, packageIds: readonly string[]): Promise<number> => {
  const { n } = await ctx.db
    .selectFrom('orders.package_order as o')
    .innerJoin('orders.order_line as l', 'l.order_id', 'o.id')
    .select(sql<number>`count(distinct l.card_id)::int`.as('n'))
    .where(sql<boolean>`o.package_id = any(${[...packageIds]}::bigint[])`)
    .where('o.finished_at', 'is', null)
    .where('l.state', '=', FulfilmentState.values.ordering)
    .executeTakeFirstOrThrow();
  return n;
};

/** What waits of packages whose maker takes them off the shelf, and the task that ends it. */
export const stopOfQueued: QueuedPackages = {
  count: async (ctx, packageIds) => {
    const sums = await waiting(ctx, packageIds)
      .select([
        sql<number>`count(*)::int`.as('records'),
        sql<number>`count(distinct u.card_id)::int`.as('cards'),
        sql<number>`count(distinct o.customer_id)::int`.as('customers'),
      ])
      .executeTakeFirstOrThrow();
    return { ...sums, amounts: await paidFor(ctx, packageIds), underWay: await underWay(ctx, packageIds) };
  },
  mayStop: (ctx) => REFUND.some((permission) => holds(ctx.actor, permission)),
  stop: async (ctx, { packageIds, title }) => {
    const parameters = { usages: 'waiting', packageIds, reason: say(OFF_SHELF, ctx.language) } satisfies Which & {
      reason: string;
    };
    const cards = waiting(ctx, packageIds).select('u.card_id');
    const { taskId } = await startTask(ctx, {
      action: 'refund_package',
      title,
      parameters,
      items: {
        select: ctx.db.selectFrom('cards.v_card as c').select(AS_ITEMS).where('c.id', 'in', cards).orderBy('c.id'),
      },
    });
    return taskId;
  },
};

/** After the task that stopped what waits of packages, in its transaction; other refunds are told of by who asked for them. */
export async function tellOfStopped(ctx: Ctx, { id, parameters }: RunningTask): Promise<void> {
  if ((parameters as Partial<Which>).packageIds) await ctx.enqueue(tellOfStoppedJob, { taskId: id });
}

type Stopped = { customer_id: string; cards: number; names: string[]; amount: string | null; currency: string | null };

/** Who paid and whose cards they are, each once with what it lost and got back. */
async function concerned(ctx: Ctx, taskId: string): Promise<Stopped[]> {
  // Ids ascend with time, so what the task did has greater ones than the task.
  const { rows } = await sql<Stopped>`
    with stopped as (
      select n.customer_id, n.card_id, n.amount, n.currency, u.package_name, c.customer_id as owner_id
      from orders.unsubscription n
      join orders.package_usage u on u.id = n.usage_id
      left join cards.v_card c on c.id = n.card_id
      where n.id > ${taskId}::bigint and n.task_id = ${taskId}::bigint)
    select customer_id, count(distinct card_id)::int as cards, array_agg(distinct package_name) as names,
      sum(amount)::text as amount, max(currency) as currency
    from (
      select customer_id, card_id, package_name, amount, currency from stopped
      union all
      select owner_id, card_id, package_name, null, null from stopped where owner_id <> customer_id) as each
    group by customer_id order by customer_id`.execute(
    ctx.beyondScope('whoever had packages that were stopped is told'),
  );
  return rows;
}

export const tellOfStoppedJob = job({
  name: 'orders.tellOfStopped',
  payload: z.object({ taskId: idSchema }),
  retries: 20,
  run: (ctx, { taskId }) =>
    ctx.transact(async (inside) => {
      for (const { customer_id, cards, names, amount, currency } of await concerned(inside, taskId))
        await inside.emit(queuedStopped, { taskId, customerId: customer_id, cards, names, amount, currency });
    }),
});
