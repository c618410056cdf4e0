import type { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';

type ForcedStop = { readonly cardId: string; readonly reason: number };

export const HELD_ABOVE: { readonly key: string; readonly words: Text } = {
  key: 'heldAbove',
  words: text(
    '该停机原因由上级客户或系统设置，您不能解除',
    'This stop reason was set by a customer above yours or by the system; you cannot lift it',
  ),
};

/**
 * Whether the caller may lift a reason of a card: he sees who set it, so it was his customer or one below. What nobody set
 * by hand is the platform's to lift.
 */
export function mayLift(ctx: Ctx, cardId: RawBuilder<unknown>, reason: StopReason): RawBuilder<boolean> {
  const held = ctx.db
    .selectFrom('card_commands.forced_stop as h')
    .select('h.reason')
    .where(sql<boolean>`h.card_id = ${cardId} and h.reason = ${reason}`);
  const platform = ctx.db.selectFrom('customers.v_customer as p').select('p.id').where('p.kind', '=', 'PLATFORM');
  return sql<boolean>`(exists (${held}) or exists (${platform}))`;
}

/** The same for the cards (`c`) of a preview: the key of why one is skipped, or nothing. */
export const aboutLifting = (ctx: Ctx, reason: StopReason): RawBuilder<string> =>
  sql<string>`case when ${reason} = any(c.stop_reasons) and not ${mayLift(ctx, sql`c.id`, reason)}
    then ${HELD_ABOVE.key} else '' end`;

export const judgeLifting = ({ about }: { readonly about: string }) =>
  about === HELD_ABOVE.key ? HELD_ABOVE : undefined;

export async function mayLiftOf(
  ctx: Ctx,
  { cardId, reason }: { cardId: string; reason: StopReason },
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select ${mayLift(ctx, sql`${cardId}::bigint`, reason)} as may`.execute(
    ctx.db,
  );
  return rows[0]?.may === true;
}

/** Keeps which customer set a reason by hand: nobody below it lifts it. */
export const keepForcedStop = (db: Database, { cardId, reason }: ForcedStop, customerId: string): Promise<unknown> =>
  db
    .insertInto('card_commands.forced_stop')
    .values({ card_id: cardId, reason, customer_id: customerId })
    .onConflict((conflict) => conflict.columns(['card_id', 'reason']).doUpdateSet({ customer_id: customerId }))
    .execute();

/** The card does not have the reason any more. */
export const forgetForcedStop = (db: Database, { cardId, reason }: ForcedStop): Promise<unknown> =>
  db.deleteFrom('card_commands.forced_stop').where('card_id', '=', cardId).where('reason', '=', reason).execute();
