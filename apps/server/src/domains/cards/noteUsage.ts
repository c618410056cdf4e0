import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { marked } from './marking.ts';

/** The figures a card shows in lists; null keeps the present value, except for today's. */
export type CardUsage = {
  readonly cardId: string;
  /** Bytes of the running cycle. */
  readonly flowUsed: string | null;
  /** Null if today's usage is unknown: the figure shown was then of an earlier day. */
  readonly usedToday: string | null;
  /** Whether the reading includes data usage; otherwise today's figure is kept. */
  readonly tellsFlow: boolean;
  /** Seconds and messages of the running cycle. */
  readonly voiceUsed: string | null;
  readonly smsUsed: number | null;
};

/** A card that used far more in a day than its average, and when that day began at its carrier. */
export type UsageJump = { readonly cardId: string; readonly dayBegan: Date };

const WHY = 'a carrier speaks of its cards, whoever has them';

/** Locks those cards whose figures are older than a reading, and returns their owners. */
export async function lockForUsage(ctx: Ctx, ids: readonly string[], readAt: Date): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; customer_id: string }>`
    select id, customer_id from cards.card
    where id = any(${[...ids]}::bigint[]) and (usage_at is null or usage_at < ${readAt})
    order by id for update`.execute(ctx.beyondScope(WHY));
  return new Map(rows.map((row) => [row.id, row.customer_id]));
}

/** Writes the carrier's figures to the cards, in the caller's transaction, which holds the locks. */
export async function noteUsage(ctx: Ctx, cards: readonly CardUsage[], readAt: Date): Promise<void> {
  const column = <T>(pick: (card: CardUsage) => T) => cards.map(pick);
  await sql`
    update cards.card c set usage_at = ${readAt},
      flow_used = coalesce(g.flow_used, c.flow_used), used_today = case when g.tells_flow then g.used_today else c.used_today end,
      voice_used = coalesce(g.voice_used, c.voice_used), sms_used = coalesce(g.sms_used, c.sms_used)
    from unnest(
      ${column((card) => card.cardId)}::bigint[], ${column((card) => card.flowUsed)}::bigint[],
      ${column((card) => card.usedToday)}::bigint[], ${column((card) => card.tellsFlow)}::boolean[],
      ${column((card) => card.voiceUsed)}::bigint[], ${column((card) => card.smsUsed)}::bigint[]
    ) as g (id, flow_used, used_today, tells_flow, voice_used, sms_used)
    where c.id = g.id`.execute(ctx.beyondScope(WHY));
}

/** What was sure of a locked card's cycle and day moved without a reading: its figures are as old as they were. */
export async function moveUsage(
  ctx: Ctx,
  moved: Pick<CardUsage, 'cardId'> & { readonly flowUsed: string; readonly usedToday: string | null },
): Promise<void> {
  await sql`
    update cards.card set flow_used = ${moved.flowUsed}::bigint,
      used_today = case when used_today is null then null else coalesce(${moved.usedToday}::bigint, used_today) end
    where id = ${moved.cardId}`.execute(ctx.beyondScope(WHY));
}

/** Records when a jump was first seen, once a day, in the caller's transaction, which holds the locks. */
export async function noteUsageJumps(ctx: Ctx, jumps: readonly UsageJump[], seenAt: Date): Promise<void> {
  if (jumps.length === 0) return;
  await sql`with ${marked(sql`
    update cards.card c set usage_jumped_at = ${seenAt}
    from (
      select id, max(day_began) as day_began
      from unnest(${jumps.map((jump) => jump.cardId)}::bigint[], ${jumps.map((jump) => jump.dayBegan)}::timestamptz[])
        as g (id, day_began)
      group by id
    ) g
    where c.id = g.id and (c.usage_jumped_at is null or c.usage_jumped_at < g.day_began)
    returning c.id`)} select`.execute(ctx.beyondScope(WHY));
}
