import type { releaseProfitEarly as endpoint } from '@cardinal/contract/api/profitSharing/entries.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';

/** Lets frozen profit be released with the next run, whoever still owes for it. What is not frozen any more stays as it is. */
export async function releaseEarly(
  ctx: Ctx,
  { ids, reason }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const own = await customerOf(ctx.db, accountOf(ctx).customerId);
  if (own?.kind !== 'PLATFORM') throw new Refused(notFound);
  const moved = await ctx.db
    .updateTable('profit_sharing.entry')
    .set({
      release_at: ctx.clock.now(),
      wants_balance: null,
      // Of a linear one the rest at once.
      parts: sql<number | null>`case when parts is null then null else 0 end`,
    })
    .where('id', 'in', ids)
    .where('kind', '=', 'sale')
    .where('state', '=', 'frozen')
    .returning(['id', 'order_no'])
    .execute();
  ctx.note({
    objectKind: 'order',
    objectId: moved[0]?.id ?? ids[0] ?? '',
    summary: [...new Set(moved.map(({ order_no }) => order_no))].slice(0, 5).join('、'),
    after: { entries: moved.length, reason },
  });
  return { entries: moved.length };
}
