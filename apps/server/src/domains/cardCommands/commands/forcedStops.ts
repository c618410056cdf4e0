import { type Text, text } from '@cardinal/primitives/text.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import type { Reasons } from './reasonRules.ts';

export const HELD_ABOVE: { readonly key: string; readonly words: Text } = {
  key: 'heldAbove',
  words: text(
    '该停机原因由上级客户或系统设置，您不能解除',
    'This stop reason was set by a customer above yours or by the system; you cannot lift it',
  ),
};

const platformOf = (ctx: Ctx) =>
  ctx.db.selectFrom('customers.v_customer as p').select('p.id').where('p.kind', '=', 'PLATFORM');

/** Whether the caller is the platform, which may lift every reason. */
export const isPlatform = async (ctx: Ctx): Promise<boolean> =>
  (await platformOf(ctx).executeTakeFirst()) !== undefined;

/**
 * Whether the caller may lift reasons of a card: he sees who set each, so it was his customer or one below. What nobody set
 * by hand is the platform's to lift.
 */
function mayLift(ctx: Ctx, cardId: RawBuilder<unknown>, reasons: RawBuilder<unknown>): RawBuilder<boolean> {
  const held = ctx.db
    .selectFrom('card_commands.forced_stop as h')
    .select('h.reason')
    .where(sql<boolean>`h.card_id = ${cardId} and h.reason = r.reason`);
  return sql<boolean>`(not exists (select from unnest(${reasons}) as r (reason) where not exists (${held}))
    or exists (${platformOf(ctx)}))`;
}

/** The same for the cards (`c`) of a preview: the key of why one is skipped, or nothing. */
export const aboutLifting = (ctx: Ctx, reasons: Reasons): RawBuilder<string> =>
  sql<string>`case when not ${mayLift(
    ctx,
    sql`c.id`,
    sql`array(
    select unnest(c.stop_reasons) intersect select unnest(${[...reasons]}::smallint[]))`,
  )}
    then ${HELD_ABOVE.key} else '' end`;

export const judgeLifting = ({ about }: { readonly about: string }) =>
  about === HELD_ABOVE.key ? HELD_ABOVE : undefined;

export async function mayLiftOf(ctx: Ctx, cardId: string, reasons: Reasons): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select ${mayLift(ctx, sql`${cardId}::bigint`, sql`${[...reasons]}::smallint[]`)} as may`.execute(ctx.db);
  return rows[0]?.may === true;
}

/** Keeps which customer set reasons by hand: nobody below it lifts them. */
export async function keepForcedStops(db: Database, cardId: string, reasons: Reasons, customerId: string) {
  if (reasons.length === 0) return;
  await db
    .insertInto('card_commands.forced_stop')
    .values(reasons.map((reason) => ({ card_id: cardId, reason, customer_id: customerId })))
    .onConflict((conflict) => conflict.columns(['card_id', 'reason']).doUpdateSet({ customer_id: customerId }))
    .execute();
}

/** The card does not have these reasons any more. */
export async function forgetForcedStops(db: Database, cardId: string, reasons: Reasons): Promise<void> {
  if (reasons.length === 0) return;
  await db
    .deleteFrom('card_commands.forced_stop')
    .where('card_id', '=', cardId)
    .where('reason', 'in', [...reasons])
    .execute();
}
