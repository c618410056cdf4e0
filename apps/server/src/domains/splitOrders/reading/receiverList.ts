import {
  listProfitReceivers,
  type readSplitSettings as settingsEndpoint,
} from '@cardinal/contract/api/splitOrders/receivers.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { percentText } from '../receivers/editReceivers.ts';
import { isPlatforms, merchantSeen, ratioOf } from '../receivers/receiverStore.ts';
import { ofLevels } from '../sharing/sharedPayments.ts';

type Sums = { receiver_id: string; received: string; given_back: string };

async function sumsOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Sums>> {
  const { rows } = await sql<Sums>`select p.receiver_id::text as receiver_id, sum(p.amount)::text as received,
      coalesce(sum((select sum(b.amount) from split_orders.give_back b where b.part_id = p.id and b.state = 'done')), 0)::text
        as given_back
    from split_orders.part p where p.state = 'paid' and p.receiver_id = any(${[...ids]}::bigint[])
    group by p.receiver_id`.execute(ofLevels(ctx));
  return new Map(rows.map((row) => [row.receiver_id, row]));
}

export const receiverDataset = dataset(listProfitReceivers, {
  isShort: true,
  from: (ctx) =>
    ctx.db
      .selectFrom('split_orders.receiver as r')
      .innerJoin('customers.v_customer as c', 'c.id', 'r.customer_id')
      .where('r.state', '!=', 'removed'),
  table: 'r',
  columns: { customerName: sql`c.name`, account: sql`r.account_mask`, holder: sql`r.holder_mask` },
  select: (query) => query.selectAll('r').select('c.name as customer_name'),
  present: async (rows, ctx) => {
    const sums = await sumsOf(
      ctx,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      customerName: row.customer_name,
      account: row.account_mask,
      holder: row.holder_mask,
      currency: 'CNY' as const,
      received: sums.get(row.id)?.received ?? '0',
      givenBack: sums.get(row.id)?.given_back ?? '0',
    }));
  },
  extra: async (query, { merchantId }, ctx) =>
    query.where('r.merchant_id', '=', (await merchantSeen(ctx, String(merchantId))).id),
});

export async function readSettings(
  ctx: Ctx,
  { merchantId }: QueryOf<typeof settingsEndpoint>,
): Promise<AnswerOf<typeof settingsEndpoint>> {
  const merchant = await merchantSeen(ctx, merchantId);
  const { ratio, version } = await ratioOf(ctx, merchant.id);
  return { isPlatforms: await isPlatforms(ctx, merchant), ratioPercent: percentText(ratio), version };
}
