import { chipNotFound } from '@cardinal/contract/api/esim/refusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { ChipRow } from '../esimTables.ts';

/** A chip within the caller's scope. */
export async function findChip(ctx: Ctx, eid: string): Promise<ChipRow> {
  const chip = await ctx.db.selectFrom('esim.chip').selectAll().where('eid', '=', eid).executeTakeFirst();
  if (!chip) throw new Refused(chipNotFound);
  return chip;
}

/** Chips within the caller's scope, held until the transaction ends, in one order. Refused when one is not there. */
export async function lockChips(ctx: Ctx, eids: readonly string[]): Promise<ChipRow[]> {
  const wanted = [...new Set(eids)];
  const rows = await ctx.db
    .selectFrom('esim.chip')
    .selectAll()
    .where('eid', 'in', wanted)
    .orderBy('eid')
    .forUpdate()
    .execute();
  if (rows.length < wanted.length) throw new Refused(chipNotFound);
  return rows;
}

/**
 * Chips with the number that runs (`e`, its card `k`), the last thing asked of each (`o`) and its strategy (`s`). `h` is
 * the chip.
 */
export const chipsOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('esim.chip as h')
    .leftJoin('esim.code_number as e', 'e.card_id', 'h.enabled_number_id')
    .leftJoin('cards.v_esim_card as k', 'k.id', 'h.enabled_number_id')
    .leftJoin('esim.strategy as s', 's.id', 'h.strategy_id')
    .leftJoinLateral(
      (on) =>
        on
          .selectFrom('esim.operation as last')
          .select(['last.id', 'last.kind', 'last.state'])
          .whereRef('last.eid', '=', 'h.eid')
          .orderBy('last.id', 'desc')
          .limit(1)
          .as('o'),
      (join) => join.onTrue(),
    );

/** Nothing runs on the chip, so its device has no network of ours. */
export const NO_NUMBER = sql<SqlBool>`h.enabled_number_id is null`;
export const LAST_FAILED = sql<SqlBool>`coalesce(o.state in ('failed', 'expired'), false)`;
/** It runs what it falls back to, while another profile lies on it. */
export const ON_FALLBACK = sql<SqlBool>`(coalesce(h.enabled_number_id = h.fallback_number_id, false) and exists (
  select 1 from esim.code_number other where other.eid = h.eid and other.enable_state = 0))`;
