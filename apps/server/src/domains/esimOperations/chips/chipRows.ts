import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

/** Chips with the active number (`e`, its card `k`), the latest operation (`o`) and the strategy (`s`). `h` is the chip. */
export const chipsOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('esim.v_chip as h')
    .leftJoin('esim.v_code_number as e', 'e.card_id', 'h.enabled_number_id')
    .leftJoin('cards.v_esim_card as k', 'k.id', 'h.enabled_number_id')
    .leftJoin('esim_operations.strategy as s', 's.id', 'h.strategy_id')
    .leftJoinLateral(
      (on) =>
        on
          .selectFrom('esim_operations.operation as last')
          .select(['last.id', 'last.kind', 'last.state'])
          .whereRef('last.eid', '=', 'h.eid')
          .orderBy('last.id', 'desc')
          .limit(1)
          .as('o'),
      (join) => join.onTrue(),
    );

/** No number is active on the chip, so its device has no network of ours. */
export const NO_NUMBER = sql<SqlBool>`h.enabled_number_id is null`;
export const LAST_FAILED = sql<SqlBool>`coalesce(o.state in ('failed', 'expired'), false)`;
/** Its active number is the fallback, although another profile is on the chip. */
export const ON_FALLBACK = sql<SqlBool>`(coalesce(h.enabled_number_id = h.fallback_number_id, false) and exists (
  select 1 from esim.v_code_number other where other.eid = h.eid and other.enable_state = 0))`;
