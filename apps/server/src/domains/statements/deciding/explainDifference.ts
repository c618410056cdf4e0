import { ownMerchantsOnly } from '@cardinal/contract/api/paymentProviders/refusals.ts';
import { differenceNotFound, differenceSolved } from '@cardinal/contract/api/statements/refusals.ts';
import type { explainDifference as endpoint } from '@cardinal/contract/api/statements/statements.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { mayDecide, merchantInSight } from '../reading/merchantInSight.ts';

/** What a person says settles it; the same difference is not opened again while its figures stay. */
export async function explainDifference(
  ctx: Ctx,
  { id, reason }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const row = await ctx.db
    .selectFrom('statements.difference')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const merchant = row && (await merchantInSight(ctx, row.merchant_id));
  if (!row || !merchant) throw new Refused(differenceNotFound);
  if (!mayDecide(ctx, merchant)) throw new Refused(ownMerchantsOnly);
  if (row.solution !== null) throw new Refused(differenceSolved);
  const { account, accountId } = accountOf(ctx);
  await ctx.db
    .updateTable('statements.difference')
    .set({
      solution: 'explained',
      solved_at: ctx.clock.now(),
      reason,
      decided_by: account,
      decided_by_id: accountId,
    })
    .where('id', '=', id)
    .execute();
  ctx.note({
    customerId: row.customer_id,
    objectKind: 'statementDifference',
    objectId: id,
    summary: `${merchant.name} ${row.day} ${row.our_no || row.provider_no}`,
    before: { kind: row.kind },
    after: { solution: 'explained', reason },
  });
  return DONE;
}
