import {
  limitTemplateGone,
  speedLimitNotFound,
  speedsNotOffered,
} from '@cardinal/contract/api/speedLimits/refusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Ctx } from '../../../framework/context.ts';
import { limitTemplates } from '../../control/face.ts';
import { type SpeedLimitRow, WHY } from '../speedLimitTables.ts';
import { speedsOfAccount } from './choices.ts';

/** A limit that the caller sees. */
export async function limitOf(ctx: Ctx, id: string): Promise<SpeedLimitRow> {
  const row = await ctx.db.selectFrom('speed_limits.speed_limit').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refused(speedLimitNotFound);
  return row;
}

/** The same, held for a change. */
export async function heldLimit(ctx: Ctx, id: string): Promise<SpeedLimitRow> {
  const row = await ctx.db
    .selectFrom('speed_limits.speed_limit')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(speedLimitNotFound);
  return row;
}

/** Its cards are judged as if nothing had been reached before; exemptions stay. */
export async function beginAnew(ctx: Ctx, id: string): Promise<void> {
  await ctx
    .beyondScope(WHY)
    .updateTable('speed_limits.standing')
    .set({ period: '', turns_at: null, step: 0, due_kbps: null, passed_step: 0, passed_by: null })
    .where('speed_limit_id', '=', id)
    .execute();
}

/** A limit that judges does all it says: its strategy is there, and its account offers every speed of it. */
export async function refuseUnable(ctx: Ctx, row: SpeedLimitRow): Promise<void> {
  const speeds = await speedsOfAccount(ctx, row.carrier_account_id);
  const template =
    row.limit_strategy_id === null
      ? undefined
      : (await limitTemplates(ctx, [row.limit_strategy_id])).get(row.limit_strategy_id);
  if (row.kbps === null && !template?.is_enabled) throw new Refused(limitTemplateGone);
  const wanted = row.kbps === null ? (template?.tiers ?? []).map(({ kbps }) => kbps) : [row.kbps];
  const gone = [...new Set(wanted)].filter((kbps) => !speeds.includes(kbps)).sort((a, b) => b - a);
  if (gone.length > 0) throw new Refused(speedsNotOffered, { speeds: gone.join(' / ') });
}
