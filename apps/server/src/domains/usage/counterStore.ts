import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { Counter } from './counterRules.ts';
import { ofCarriers } from './unclearSteps.ts';

/** The counters of cards whose locks the caller's transaction holds. */
export async function countersOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Counter>> {
  if (ids.length === 0) return new Map();
  const rows = await ofCarriers(ctx)
    .selectFrom('usage.card_counter')
    .selectAll()
    .where('card_id', 'in', [...ids])
    .orderBy('card_id')
    .forUpdate()
    .execute();
  return new Map(
    rows.map((row) => [
      row.card_id,
      {
        cycle: row.cycle,
        counter: BigInt(row.counter),
        lost: BigInt(row.lost),
        base: BigInt(row.base),
        day: row.day,
        dayBase: BigInt(row.day_base),
        readAt: row.read_at,
        turning:
          row.turning_cycle === null ? null : { cycle: row.turning_cycle, figure: BigInt(row.turning_figure ?? 0) },
        fallen:
          row.fallen_figure === null ? null : { figure: BigInt(row.fallen_figure), lost: BigInt(row.fallen_lost ?? 0) },
      },
    ]),
  );
}

export async function keepCounters(ctx: Ctx, counters: ReadonlyMap<string, Counter>): Promise<void> {
  const rows = [...counters];
  const bytes = (pick: (counter: Counter) => bigint | null | undefined) =>
    rows.map(([, counter]) => pick(counter)?.toString() ?? null);
  await sql`
    insert into usage.card_counter as c
      (card_id, cycle, counter, lost, base, day, day_base, read_at, turning_cycle, turning_figure, fallen_figure, fallen_lost)
    select * from unnest(
      ${rows.map(([id]) => id)}::bigint[], ${rows.map(([, { cycle }]) => cycle)}::text[],
      ${bytes(({ counter }) => counter)}::bigint[], ${bytes(({ lost }) => lost)}::bigint[],
      ${bytes(({ base }) => base)}::bigint[], ${rows.map(([, { day }]) => day)}::date[],
      ${bytes(({ dayBase }) => dayBase)}::bigint[], ${rows.map(([, { readAt }]) => readAt)}::timestamptz[],
      ${rows.map(([, { turning }]) => turning?.cycle ?? null)}::text[],
      ${bytes(({ turning }) => turning?.figure)}::bigint[], ${bytes(({ fallen }) => fallen?.figure)}::bigint[],
      ${bytes(({ fallen }) => fallen?.lost)}::bigint[])
    on conflict (card_id) do update set cycle = excluded.cycle, counter = excluded.counter, lost = excluded.lost,
      base = excluded.base, day = excluded.day, day_base = excluded.day_base, read_at = excluded.read_at,
      turning_cycle = excluded.turning_cycle,
      turning_figure = excluded.turning_figure, fallen_figure = excluded.fallen_figure, fallen_lost = excluded.fallen_lost`.execute(
    ctx.db,
  );
}

/** How a card's counter stands, to be shown. */
export const counterOf = async (
  ctx: Ctx,
  cardId: string,
): Promise<Pick<Counter, 'cycle' | 'base' | 'turning'> | undefined> => {
  const row = await ofCarriers(ctx)
    .selectFrom('usage.card_counter')
    .select(['cycle', 'base', 'turning_cycle', 'turning_figure'])
    .where('card_id', '=', cardId)
    .executeTakeFirst();
  return (
    row && {
      cycle: row.cycle,
      base: BigInt(row.base),
      turning:
        row.turning_cycle === null ? null : { cycle: row.turning_cycle, figure: BigInt(row.turning_figure ?? 0) },
    }
  );
};
