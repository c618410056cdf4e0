import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { LimitStrategyRow } from '../controlTables.ts';
import { limitTemplates } from '../limits/limitTemplates.ts';
import { governingLimit } from './governingLimit.ts';

/** A package in use on a card, and the customers from the root down to who has it. */
type OnCard = { readonly cardId: string; readonly packageId: string; readonly path: readonly string[] };

/** Of these cards those whose customer, or one above it, is an exception of the card's package: limited otherwise, or not at all. */
export async function exceptionsOn(
  ctx: Ctx,
  cards: readonly OnCard[],
  today: string,
): Promise<ReadonlyMap<string, LimitStrategyRow | null>> {
  if (cards.length === 0) return new Map();
  const { rows } = await sql<{
    package_id: string;
    customer_id: string;
    limit_strategy_id: string | null;
    ends_on: string | null;
  }>`
    select a.package_id, e.customer_id, e.limit_strategy_id, to_char(e.ends_on, 'YYYY-MM-DD') as ends_on
    from control.flow_limit_exception e
      join control.flow_strategy_package a on a.id = e.flow_package_id
      join control.flow_strategy s on s.id = a.strategy_id
    where a.package_id = any(${[...new Set(cards.map(({ packageId }) => packageId))]}::bigint[])
      and e.customer_id = any(${[...new Set(cards.flatMap(({ path }) => path))]}::bigint[])
      and s.state in ('shadow', 'on')`.execute(
    ctx.beyondScope('exceptions hold for the cards of their customers, whoever looks'),
  );
  const templates = await limitTemplates(
    ctx,
    rows.flatMap(({ limit_strategy_id }) => limit_strategy_id ?? []),
  );
  const byPackage = Map.groupBy(rows, ({ package_id }) => package_id);
  return new Map(
    cards.flatMap(({ cardId, packageId, path }) => {
      const exceptions = (byPackage.get(packageId) ?? []).map((row) => ({
        customerId: row.customer_id,
        limit: row.limit_strategy_id === null ? null : (templates.get(row.limit_strategy_id) ?? null),
        endsOn: row.ends_on,
      }));
      const { source, limits } = governingLimit({ exceptions, ownTiers: null, chosen: null, rules: [] }, path, today);
      return source === null ? [] : [[cardId, (limits[0] as LimitStrategyRow | undefined) ?? null] as const];
    }),
  );
}
