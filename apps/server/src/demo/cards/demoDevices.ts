import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';

/** One card in this many was in another device before. */
const ONE_IN = 9;
/** It has been in the new device since then. */
const CHANGED_DAYS_AGO = 23;

/** The devices cards were seen in: the present one, and for some the previous one. */
export async function seedDevices(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const swapped = new Date(now.getTime() - CHANGED_DAYS_AGO * 86_400_000);
  const isSwapped = sql`(c.imei is not null and c.id % ${ONE_IN} = 0 and c.activated_at < ${swapped}
    and c.bound_imei is null)`;
  await sql`
    insert into cards.imei_seen (card_id, seen_at, imei, customer_id)
    select c.id, ${swapped}, c.imei, c.customer_id from cards.card c where ${isSwapped}
    union all
    select c.id, c.activated_at, '86' || lpad((c.id % 9973 * 7919)::text, 13, '0'), c.customer_id
    from cards.card c where ${isSwapped}
    union all
    select c.id, coalesce(c.activated_at, c.created_at), c.imei, c.customer_id
    from cards.card c where c.imei is not null and not ${isSwapped}`.execute(ctx.db);
  await sql`update cards.card c set imei_changed_at = ${swapped} where ${isSwapped}`.execute(ctx.db);
}
