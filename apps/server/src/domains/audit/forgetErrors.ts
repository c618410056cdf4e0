import type { cleanErrors } from '@cardinal/contract/api/audit/audit.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { type Commit, type Input, job } from '../../framework/domain.ts';
import type { Database } from '../../framework/tables.ts';
import { limitsOf } from '../settings/face.ts';

const DAY_MS = 86_400_000;
/** Entries, samples or hours removed per statement. Locks are short, so that reporting a fault does not wait long. */
export const REMOVED_AT_ONCE = 1_000;

/**
 * Removes samples first, then entries nobody has met since, with their hours and accounts. An entry met again in the meantime
 * stays with its new samples. Returns how many entries were removed.
 */
export async function forgetErrors(db: Database, before: Date, atOnce = REMOVED_AT_ONCE): Promise<number> {
  const emptied = async (remove: () => Promise<number>) => {
    let all = 0;
    for (let removed = atOnce; removed === atOnce; all += removed) removed = await remove();
    return all;
  };
  await emptied(async () => {
    const { numAffectedRows } = await sql`
      delete from audit.error_sample where id in (
        select id from audit.error_sample where at < ${before} order by at limit ${atOnce})`.execute(db);
    return Number(numAffectedRows ?? 0n);
  });
  await emptied(async () => {
    const { numAffectedRows } = await sql`
      delete from audit.error_hour where (entry_id, hour) in (
        select entry_id, hour from audit.error_hour where hour < ${new Date(before.getTime() - DAY_MS / 24)}
        order by hour limit ${atOnce})`.execute(db);
    return Number(numAffectedRows ?? 0n);
  });
  return emptied(async () => {
    const { numAffectedRows } = await sql`
      delete from audit.error_entry where id in (
        select e.id from audit.error_entry e where e.last_seen < ${before}
          and not exists (select 1 from audit.error_sample s where s.entry_id = e.id)
        order by e.last_seen, e.id limit ${atOnce} for update skip locked)`.execute(db);
    return Number(numAffectedRows ?? 0n);
  });
}

/** Clears errors on request, in batches, so that a long log does not block the reporting of faults. */
export async function removeOldErrors(
  ctx: Ctx,
  { body }: Input<typeof cleanErrors>,
): Promise<Commit<{ removed: number }>> {
  const removed = await forgetErrors(ctx.db, new Date(ctx.clock.now().getTime() - body.olderThanDays * DAY_MS));
  return async (inside) => {
    inside.note({ objectKind: 'errorEntry', summary: `${body.olderThanDays} d`, after: { removed } });
    return { removed };
  };
}

/** Removes errors nobody has met within the platform's retention period. */
export const forgetErrorsJob = job({
  name: 'audit.forgetErrors',
  payload: z.object({}),
  schedule: '41 3 * * *',
  run: async (ctx) => {
    const { errorLogDays } = await limitsOf(ctx.db);
    const removed = await forgetErrors(ctx.db, new Date(ctx.clock.now().getTime() - errorLogDays * DAY_MS));
    if (removed > 0) ctx.log.info({ removed, errorLogDays }, 'Old errors removed');
  },
});
