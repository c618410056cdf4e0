import {
  type readSubAccountChannel as channelEndpoint,
  listSubAccounts,
} from '@cardinal/contract/api/subAccounts/subAccounts.ts';
import { PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { merchantActivity } from '../../paymentProviders/face.ts';
import { channelOf, isPlatforms } from '../accounts/accountStore.ts';

type Sums = { account_id: string; received: string; taken_back: string };

/** Of payments that are paid, and what refunds took back of them. */
async function sumsOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Sums>> {
  const { rows } = await sql<Sums>`
    select s.account_id::text as account_id, sum(s.amount)::text as received, sum(coalesce(t.amount, 0))::text as taken_back
    from sub_accounts.split s join payments.v_payment p on p.id = s.payment_id and p.state = 'paid'
    left join lateral (select sum(b.amount) as amount from sub_accounts.take_back b
      where b.split_id = s.id and b.owed_at is null
        and exists (select from payments.v_refund r where r.first_id = b.refund_id and r.state = 'done')) t on true
    where s.account_id = any(${[...ids]}::bigint[]) group by s.account_id`.execute(
    ctx.beyondScope('sums of accounts that were read in scope'),
  );
  return new Map(rows.map((row) => [row.account_id, row]));
}

export const subAccountDataset = dataset(listSubAccounts, {
  isShort: true,
  from: (ctx) =>
    ctx.db.selectFrom('sub_accounts.account as a').innerJoin('customers.v_customer as c', 'c.id', 'a.customer_id'),
  table: 'a',
  columns: { customerName: sql`c.name` },
  select: (query) => query.selectAll('a').select('c.name as customer_name'),
  present: async (rows, ctx) => {
    const sums = await sumsOf(
      ctx,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      customerName: row.customer_name,
      boundPhone: row.phone_mask,
      bankCard: row.card_mask,
      currency: 'CNY' as const,
      received: sums.get(row.id)?.received ?? '0',
      takenBack: sums.get(row.id)?.taken_back ?? '0',
      failure: row.failure_zh && say(text(row.failure_zh, row.failure_en ?? row.failure_zh), ctx.language),
    }));
  },
  extra: async (query, { channelId }, ctx) => {
    const channel = await channelOf(ctx, String(channelId));
    return query.where('a.merchant_id', '=', channel.id);
  },
});

export async function readChannel(
  ctx: Ctx,
  { channelId }: QueryOf<typeof channelEndpoint>,
): Promise<AnswerOf<typeof channelEndpoint>> {
  const channel = await channelOf(ctx, channelId);
  const activity = await ctx.contributed(merchantActivity)?.(ctx, [channel.id]);
  const routes = activity?.get(channel.id)?.routes ?? [];
  return {
    id: channel.id,
    name: channel.name,
    merchantNo: channel.merchant_no,
    isEnabled: channel.is_enabled,
    isPlatforms: await isPlatforms(ctx, channel),
    isRouted: routes.some(({ scene }) => scene === PaymentScene.values.packageOrder),
  };
}
