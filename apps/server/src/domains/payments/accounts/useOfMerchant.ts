import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { ActivityOfMerchants, MerchantUse } from '../../paymentProviders/face.ts';
import { takenToday } from './taken.ts';

const WHY = 'whether a merchant may go depends on everybody’s payments';

export const useOfMerchant: MerchantUse = async (ctx: Ctx, merchantId) => {
  const one = (table: 'payments.payment' | 'payments.collecting_account') =>
    ctx
      .beyondScope(WHY)
      .selectFrom(table)
      .select('id')
      .where('merchant_id', '=', merchantId)
      .limit(1)
      .executeTakeFirst();
  return [
    ...((await one('payments.payment')) ? (['history'] as const) : []),
    ...((await one('payments.collecting_account')) ? (['route'] as const) : []),
  ];
};

/** The notices, routes and takings of merchants that were read in the caller's scope. */
export const activityOfMerchants: ActivityOfMerchants = async (ctx, merchantIds) => {
  const db = ctx.beyondScope('notices and routes of merchants already read in scope');
  const isOne = sql<boolean>`merchant_id = any(${[...merchantIds]}::bigint[])`;
  const notices = await db
    .selectFrom('payments.notice')
    .select(['merchant_id', (on) => on.fn.max('last_at').as('at')])
    .where(isOne)
    .groupBy('merchant_id')
    .execute();
  const forged = await db
    .selectFrom('payments.forged_notice')
    .select(['merchant_id', (on) => on.fn.sum<string>('count').as('count')])
    .where(isOne)
    .where('day', '=', dayText(ctx.clock.now()))
    .groupBy('merchant_id')
    .execute();
  const routes = await db
    .selectFrom('payments.collecting_account')
    .select(['merchant_id', 'scene', 'currency'])
    .where(isOne)
    .where('is_enabled', '=', true)
    .orderBy('currency')
    .execute();
  const taken = await takenToday(ctx, 'merchant', merchantIds);
  const of = <R extends { merchant_id: string | null }>(rows: readonly R[], id: string) =>
    rows.filter(({ merchant_id }) => merchant_id === id);
  return new Map(
    merchantIds.map((id) => [
      id,
      {
        lastNoticeAt: of(notices, id)[0]?.at ?? null,
        forgedNotices: Number(of(forged, id)[0]?.count ?? 0),
        routes: of(routes, id),
        today: taken.get(id) ?? [],
      },
    ]),
  );
};
