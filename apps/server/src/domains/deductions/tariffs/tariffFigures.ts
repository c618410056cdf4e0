import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { TariffRow } from '../deductionTables.ts';
import { beyond, cardsOf } from './tariffStore.ts';

export const midnightOf = (now: Date): Date => startOfDay(DEFAULT_ZONE, wallTimeIn(DEFAULT_ZONE, now));

/** What these tariffs charged since midnight, posted or not. */
export async function chargedToday(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ tariff_id: string; amount: string }>`
    select tariff_id::text, sum(amount)::text as amount from deductions.deduction
    where tariff_id = any(${[...ids]}::bigint[]) and at >= ${midnightOf(ctx.clock.now())} group by tariff_id`.execute(
    beyond(ctx),
  );
  return new Map(rows.map(({ tariff_id, amount }) => [tariff_id, amount]));
}

/** On how many cards a tariff is. */
export async function countCards(ctx: Ctx, tariff: TariffRow): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from cards.v_card c where ${await cardsOf(ctx, tariff)} and c.lifecycle <> 'cancelled'`.execute(
    beyond(ctx),
  );
  return rows[0]?.n ?? 0;
}
