import { merchantNotFound } from '@cardinal/contract/api/paymentProviders/refusals.ts';
import type { readStatementMonth as endpoint } from '@cardinal/contract/api/statements/statements.ts';
import type { StatementState } from '@cardinal/contract/enumerations/statement.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { providerAdapterOf } from '../../providerAdapters/face.ts';
import { isPostedFor } from '../matching/postFees.ts';
import type { DayRow } from '../statementTables.ts';
import { mayDecide, merchantInSight } from './merchantInSight.ts';

export const stateOf = (state: DayRow['state'], open: number): StatementState =>
  state !== 'read' ? state : open > 0 ? 'differs' : 'matched';

export async function readMonth(
  ctx: Ctx,
  { merchantId, month }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const merchant = await merchantInSight(ctx, merchantId);
  if (!merchant) throw new Refused(merchantNotFound);
  const [first, last] = [`${month}-01`, `${month}-31`];
  const days = await ctx.db
    .selectFrom('statements.day')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where((on) => on.between(on.fn<string>('to_char', ['day', on.val('YYYY-MM-DD')]), first, last))
    .orderBy('day')
    .execute();
  const sums = await ctx.db
    .selectFrom('statements.day_sum')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where((on) => on.between(on.fn<string>('to_char', ['day', on.val('YYYY-MM-DD')]), first, last))
    .orderBy('currency')
    .execute();
  const open = await ctx.db
    .selectFrom('statements.difference')
    .select((on) => ['day', on.fn.countAll<string>().as('count')])
    .where('merchant_id', '=', merchantId)
    .where('solution', 'is', null)
    .groupBy('day')
    .execute();
  const openOf = new Map(open.map(({ day, count }) => [day, Number(count)]));
  const isPosted = await isPostedFor(ctx, merchant.customer_id);
  return {
    merchantId,
    isOffered: providerAdapterOf(merchant.provider).operate.statement !== undefined,
    isPosted,
    mayDecide: mayDecide(ctx, merchant),
    open: open.reduce((all, { count }) => all + Number(count), 0),
    days: days.map((row) => ({
      day: row.day,
      state: stateOf(row.state, openOf.get(row.day) ?? 0),
      lines: row.lines,
      open: openOf.get(row.day) ?? 0,
      changes: row.changes,
      changedAt: row.changed_at?.toISOString() ?? null,
      readAt: row.read_at?.toISOString() ?? null,
      nextAt: row.next_at?.toISOString() ?? null,
      words: row.said_zh === null ? null : say(text(row.said_zh, row.said_en ?? row.said_zh), ctx.language),
      sums: sums
        .filter(({ day }) => day === row.day)
        .map((sum) => ({
          currency: sum.currency,
          came: sum.came,
          returned: sum.returned,
          ourCame: sum.our_came,
          ourReturned: sum.our_returned,
          fee: sum.fee,
          feePosted: isPosted ? sum.fee_posted : null,
          transactionId: sum.transaction_id,
        })),
    })),
  };
}
