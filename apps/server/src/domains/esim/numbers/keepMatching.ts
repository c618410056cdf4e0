import type { Ctx } from '../../../framework/context.ts';
import type { CodeNumberRow } from '../esimTables.ts';
import { matchingValue } from '../matching.ts';
import { beyond } from '../onItsWay.ts';
import { numberPlace } from '../sealing.ts';

/** The SM-DP+ assigned a different matchingId, or we sent none. */
export async function keepMatching(
  ctx: Ctx,
  number: CodeNumberRow,
  { matchingId, smdpAddress }: { matchingId: string; smdpAddress: string | null },
): Promise<void> {
  const db = beyond(ctx);
  const address = smdpAddress ?? number.smdp_address;
  await db
    .updateTable('esim.code_number')
    .set({
      matching_id: ctx.secrets.seal(matchingId, numberPlace(number.card_id, 'matchingId')),
      smdp_address: address,
    })
    .where('card_id', '=', number.card_id)
    .execute();
  await db.deleteFrom('esim.matching_claim').where('card_id', '=', number.card_id).execute();
  if (address === null) return;
  await db
    .insertInto('esim.matching_claim')
    .values({ value: matchingValue(address, matchingId), card_id: number.card_id })
    .onConflict((on) => on.doNothing())
    .execute();
}
