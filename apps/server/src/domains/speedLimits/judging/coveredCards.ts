import { dayText } from '@cardinal/primitives/time.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type SpeedLimitRow, WHY } from '../speedLimitTables.ts';

/**
 * Whether limit `l` covers card `c`: it is named, or meets every other condition, and is its owner's or of somebody below. To be joined
 * with customers `k` of the card and `o` of the limit.
 */
export const COVERS: RawBuilder<boolean> = sql<boolean>`(
  c.carrier_account_id = l.carrier_account_id and c.lifecycle <> 'cancelled' and k.path like o.path || '%'
  and (c.id = any(l.card_ids) or (cardinality(l.product_codes) + cardinality(l.tag_ids) > 0
    and (cardinality(l.product_codes) = 0 or c.product_code = any(l.product_codes))
    and (cardinality(l.tag_ids) = 0 or exists (
      select from cards.v_card_tag g where g.card_id = c.id and g.tag_id = any(l.tag_ids))))))`;

export const COVERED: RawBuilder<unknown> = sql`speed_limits.speed_limit l
  join customers.v_customer o on o.id = l.customer_id
  join cards.v_card c on c.carrier_account_id = l.carrier_account_id
  join customers.v_customer k on k.id = c.customer_id and ${COVERS}`;

/** A card under a limit. */
export type CoveredCard = {
  readonly speed_limit_id: string;
  readonly card_id: string;
  readonly iccid: string;
  readonly customer_id: string;
  readonly carrier_account_id: string;
  readonly usage_at: Date | null;
};

const COLUMNS = sql`l.id as speed_limit_id, c.id as card_id, c.iccid, c.customer_id, c.carrier_account_id, c.usage_at`;

/** Limits that judge readings now: in shadow or on, not at rest at their brake, and within their days. */
export async function runningLimits(ctx: Ctx): Promise<SpeedLimitRow[]> {
  const today = dayText(ctx.clock.now());
  return ctx
    .beyondScope(WHY)
    .selectFrom('speed_limits.speed_limit')
    .selectAll()
    .where('state', 'in', ['shadow', 'on'])
    .where('paused_at', 'is', null)
    .where(sql<boolean>`(from_day is null or from_day <= ${today}) and (to_day is null or to_day >= ${today})`)
    .orderBy('id')
    .execute();
}

/** Which of these cards each of the limits covers. */
export async function coveredAmong(
  ctx: Ctx,
  limits: readonly SpeedLimitRow[],
  cardIds: readonly string[],
): Promise<CoveredCard[]> {
  if (limits.length === 0 || cardIds.length === 0) return [];
  const { rows } = await sql<CoveredCard>`
    select ${COLUMNS} from ${COVERED}
    where l.id = any(${limits.map(({ id }) => id)}::bigint[]) and c.id = any(${[...cardIds]}::bigint[])
    order by c.id, l.id`.execute(ctx.beyondScope(WHY));
  return rows;
}

/** Cards that a limit covers and has not judged yet. */
export async function coveredUnjudged(ctx: Ctx, limitId: string, most: number): Promise<CoveredCard[]> {
  const { rows } = await sql<CoveredCard>`
    select ${COLUMNS} from ${COVERED}
    where l.id = ${limitId} and not exists (
      select from speed_limits.standing s where s.speed_limit_id = l.id and s.card_id = c.id and s.period <> '')
    order by c.id limit ${most}`.execute(ctx.beyondScope(WHY));
  return rows;
}

/** The next cards that a limit covers, in the order of their ids. */
export async function coveredAfter(ctx: Ctx, limitId: string, after: string, most: number): Promise<CoveredCard[]> {
  const { rows } = await sql<CoveredCard>`
    select ${COLUMNS} from ${COVERED} where l.id = ${limitId} and c.id > ${after}
    order by c.id limit ${most}`.execute(ctx.beyondScope(WHY));
  return rows;
}

/** How many cards a limit covers. */
export async function countCovered(ctx: Ctx, limitId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${COVERED} where l.id = ${limitId}`.execute(ctx.beyondScope(WHY));
  return rows[0]?.n ?? 0;
}
