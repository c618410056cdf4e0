import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { noteUsageJumps, type UsageJump } from '../cards/face.ts';
import { closeDays, dayFrom, MEAN_DAYS } from './usualRules.ts';

const CARDS_AT_ONCE = 2_000;
const COLUMNS = ['card_id', 'customer_id', 'day', 'is_known', 'days', 'mean'];

type CardDays = { card_id: string; customer_id: string; days: readonly { day: string; bytes: string }[] };

/** The daily averages of the demo's cards, by the production rule, and the cards with a recent jump. */
export async function seedUsual(ctx: Ctx): Promise<void> {
  const today = dayText(ctx.clock.now());
  const jumps = new Map<string, UsageJump[]>();
  await ctx.copyRows('usage.card_usual', COLUMNS, usualRows(ctx, today, jumps));
  for (const [day, cards] of jumps) {
    // Detected after the day had ended.
    await noteUsageJumps(ctx, cards, new Date(`${day}T20:00:00+08:00`));
  }
}

async function* usualRows(ctx: Ctx, today: string, jumps: Map<string, UsageJump[]>) {
  for (let after = '0'; ; ) {
    const cards = await daysAfter(ctx, after, today);
    for (const { card_id: cardId, customer_id: customerId, days } of cards) {
      const told = days.map(({ day, bytes }) => ({ day, bytes: BigInt(bytes) }));
      const { usual, unusual } = closeDays(undefined, told, { customerId, through: dayFrom(today, -1) });
      for (const day of unusual.slice(-1)) {
        jumps.set(day, [...(jumps.get(day) ?? []), { cardId, dayBegan: new Date(`${day}T00:00:00+08:00`) }]);
      }
      yield [cardId, customerId, usual.day, usual.isKnown, usual.days, String(usual.mean)];
    }
    const last = cards.at(-1);
    if (!last) return;
    after = last.card_id;
  }
}

async function daysAfter(ctx: Ctx, after: string, today: string): Promise<CardDays[]> {
  const { rows } = await sql<CardDays>`
    select d.card_id, d.customer_id,
      jsonb_agg(jsonb_build_object('day', d.day, 'bytes', d.bytes::text) order by d.day) as days
    from usage.card_day d
    where d.day < ${today}::date and d.day > ${today}::date - ${MEAN_DAYS + 1}::int and d.card_id in (
      select k.id from cards.v_card k where k.id > ${after}::bigint and k.flow_used is not null
      order by k.id limit ${CARDS_AT_ONCE})
    group by 1, 2 order by 1`.execute(ctx.beyondScope('days of everybody’s demo cards; each row names its customer'));
  return rows;
}
