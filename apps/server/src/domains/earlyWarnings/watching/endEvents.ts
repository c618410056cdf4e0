import type { WarningEnd } from '@cardinal/contract/enumerations/warning.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { WHY } from '../warningTables.ts';

const db = (ctx: Ctx) => ctx.beyondScope(WHY);

/** Ends those of these events that are not over yet. */
export async function endEvents(ctx: Ctx, ids: readonly string[], end: WarningEnd): Promise<void> {
  if (ids.length === 0) return;
  await db(ctx)
    .updateTable('early_warnings.event')
    .set({ state: 'resolved', resolved_at: ctx.clock.now(), ended_by: end })
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .where('state', '<>', 'resolved')
    .execute();
}

/** A rule that is off or gone watches nothing. */
export async function endAllOf(ctx: Ctx, ruleId: string): Promise<void> {
  const open = await db(ctx)
    .selectFrom('early_warnings.event')
    .select('id')
    .where('rule_id', '=', ruleId)
    .where('state', '<>', 'resolved')
    .execute();
  await endEvents(
    ctx,
    open.map(({ id }) => id),
    'ruleOff',
  );
  await db(ctx).deleteFrom('early_warnings.watch').where('rule_id', '=', ruleId).execute();
}
