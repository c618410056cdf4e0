import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { leftOf } from '../../control/face.ts';
import { speedLimitPaused } from '../events.ts';
import type { Judged } from '../judging/judgeCards.ts';
import { type SpeedLimitRow, WHY } from '../speedLimitTables.ts';

const HOUR_MS = 3_600_000;

/** How often a limit fired within the hour, or since a person released it. */
async function firedThisHour(ctx: Ctx, { id, brake_from }: SpeedLimitRow): Promise<number> {
  const hour = new Date(+ctx.clock.now() - HOUR_MS);
  const { n } = await ctx
    .beyondScope(WHY)
    .selectFrom('speed_limits.firing')
    .select((row) => row.fn.countAll<string>().as('n'))
    .where('speed_limit_id', '=', id)
    .where('is_shadow', '=', false)
    .where('fired_at', '>', brake_from && brake_from > hour ? brake_from : hour)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** It rests until a person releases it, and its owner's staff is told. */
async function pause(ctx: Ctx, { id, customer_id: customerId, name, brake }: SpeedLimitRow): Promise<void> {
  const now = ctx.clock.now();
  await ctx
    .beyondScope(WHY)
    .updateTable('speed_limits.speed_limit')
    .set((row) => ({ paused_at: now, version: row('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
  await ctx.emit(speedLimitPaused, { strategyId: id, customerId, name, at: now.toISOString(), brake });
}

/** What fires on cards within the brake of each limit that is on; the rest is left to the readings after its release. */
async function withinBrakes(ctx: Ctx, judged: readonly Judged[]): Promise<Judged[]> {
  const kept: Judged[] = [];
  for (const own of Map.groupBy(judged, ({ limit }) => limit.id).values()) {
    const limit = own[0]?.limit;
    const firing = own.filter(({ fires }) => fires);
    if (limit?.state !== 'on' || firing.length === 0) {
      kept.push(...own);
      continue;
    }
    // Held until the transaction ends, so that two who fire at once count each other.
    await sql`select from speed_limits.speed_limit where id = ${limit.id} for update`.execute(ctx.beyondScope(WHY));
    const left = leftOf(limit.brake, await firedThisHour(ctx, limit));
    const allowed = new Set(firing.slice(0, left));
    kept.push(...own.filter((each) => !each.fires || allowed.has(each)));
    if (firing.length > left) await pause(ctx, limit);
  }
  return kept;
}

async function upsert(ctx: Ctx, judged: readonly Judged[]): Promise<void> {
  await ctx
    .beyondScope(WHY)
    .insertInto('speed_limits.standing')
    .values(
      judged.map((each) => ({
        speed_limit_id: each.limit.id,
        card_id: each.card.card_id,
        customer_id: each.card.customer_id,
        period: each.period,
        turns_at: each.turnsAt,
        used_bytes: String(each.usedBytes),
        counted_at: each.countedAt,
        step: each.step,
        due_kbps: each.dueKbps,
        passed_step: each.passedStep,
        passed_by: each.passedBy,
        exempt_until: each.exemptUntil,
        judged_at: ctx.clock.now(),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['speed_limit_id', 'card_id']).doUpdateSet((row) => ({
        customer_id: row.ref('excluded.customer_id'),
        period: row.ref('excluded.period'),
        turns_at: row.ref('excluded.turns_at'),
        used_bytes: row.ref('excluded.used_bytes'),
        counted_at: row.ref('excluded.counted_at'),
        step: row.ref('excluded.step'),
        due_kbps: row.ref('excluded.due_kbps'),
        passed_step: row.ref('excluded.passed_step'),
        passed_by: row.ref('excluded.passed_by'),
        judged_at: row.ref('excluded.judged_at'),
      })),
    )
    .execute();
}

async function writeFirings(ctx: Ctx, firing: readonly Judged[]): Promise<void> {
  const rows = firing.flatMap((each) =>
    each.dueKbps === null
      ? []
      : [
          {
            id: ctx.ids.next(),
            speed_limit_id: each.limit.id,
            revision: each.limit.revision,
            card_id: each.card.card_id,
            iccid: each.card.iccid,
            customer_id: each.card.customer_id,
            period: each.period,
            step: each.step,
            kbps: each.dueKbps,
            used_bytes: String(each.usedBytes),
            counted_at: each.countedAt,
            is_shadow: each.limit.state === 'shadow',
            fired_at: ctx.clock.now(),
          },
        ],
  );
  if (rows.length === 0) return;
  await ctx
    .beyondScope(WHY)
    .insertInto('speed_limits.firing')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['speed_limit_id', 'card_id', 'period', 'step', 'is_shadow']).doNothing(),
    )
    .execute();
}

/** Keeps how locked cards stand, and the steps they have reached. Returns those whose speed limits that are on may change. */
export async function writeStandings(ctx: Ctx, judged: readonly Judged[]): Promise<string[]> {
  const kept = await withinBrakes(ctx, judged);
  if (kept.length === 0) return [];
  await upsert(ctx, kept);
  await writeFirings(
    ctx,
    kept.filter(({ fires }) => fires),
  );
  return [...new Set(kept.filter(({ limit }) => limit.state === 'on').map(({ card }) => card.card_id))];
}
