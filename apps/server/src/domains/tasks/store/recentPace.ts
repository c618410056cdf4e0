import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

/** Only tasks within this size factor count: short ones mostly wait, long ones use the full capacity. */
const ALIKE = 10;
const LATELY_MS = 30 * DAY_MS;
const LAST = 5;

/**
 * Items per second of recent tasks of this action and similar size, from start to last answer; the median of five. Undefined if
 * none ran within a month.
 */
export async function recentPace(ctx: Ctx, actionCode: string, items: number): Promise<number | undefined> {
  const db = ctx.beyondScope('how fast this installation is, whoever’s tasks tell it');
  const { rows } = await sql<{ pace: number | null }>`
    select percentile_cont(0.5) within group (order by pace) as pace from (
      select (done + failed) / greatest(extract(epoch from drained_at - started_at), 1)::float8 as pace from tasks.task
      where action_code = ${actionCode} and state = 'completed' and drained_at is not null
        and done + failed between ${items / ALIKE}::float8 and ${items * ALIKE}::float8
        and created_at >= ${new Date(ctx.clock.now().getTime() - LATELY_MS)}
      order by created_at desc limit ${LAST}
    ) lately`.execute(db);
  return rows[0]?.pace ?? undefined;
}
