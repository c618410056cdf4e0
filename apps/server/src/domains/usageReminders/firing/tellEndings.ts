import { dayText } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { type SqlBool, sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { HAS_NEXT, ignoredOn } from '../../renewals/face.ts';
import { quietEnd } from '../../settings/face.ts';
import { packagesOf } from '../judging/cardUses.ts';
import { type RunningRule, runningRules } from '../judging/rulesInForce.ts';
import { WHY } from '../reminderTables.ts';
import { fire } from './fire.ts';
import { reachedBy } from './hearing.ts';

const AT_ONCE = 500;

/** The next cards whose package ends within days, with nothing behind it and not ignored by their owner. */
async function endingCards(ctx: Ctx, days: number, after: string): Promise<string[]> {
  const now = ctx.clock.now();
  const today = wallTimeIn(DEFAULT_ZONE, now);
  const rows = await ctx
    .beyondScope(WHY)
    .selectFrom('cards.v_card as c')
    .select('c.id')
    .where('c.package_ends_at', '>=', now)
    .where('c.package_ends_at', '<', startOfDay(DEFAULT_ZONE, { ...today, day: today.day + days + 1 }))
    .where('c.lifecycle', '<>', 'cancelled')
    .where(sql<SqlBool>`not ${HAS_NEXT}`)
    .where(sql<SqlBool>`not ${ignoredOn(dayText(now), sql`c.customer_id`)}`)
    .where('c.id', '>', after)
    .orderBy('c.id')
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
}

/** Rules that have not gone through today's endings, outside their quiet hours: what is told of a day is not held back. */
async function rulesToday(ctx: Ctx): Promise<RunningRule[]> {
  const now = ctx.clock.now();
  return (await runningRules(ctx, ['packageEnd'])).filter(
    ({ rule }) => rule.swept_day !== dayText(now) && quietEnd(rule.quiet_hours, DEFAULT_ZONE, now) === undefined,
  );
}

/** Each hour, each rule once a day: which packages end in how many days. One that dies goes through all of them again. */
export const tellEndingsJob = job({
  name: 'usageReminders.tellEndings',
  payload: z.object({}),
  schedule: '0 * * * *',
  run: async (ctx, _payload, signal) => {
    const rules = await rulesToday(ctx);
    if (rules.length === 0) return;
    const days = Math.max(...rules.flatMap(({ rule }) => rule.thresholds));
    for (let after: string | undefined = '0'; after !== undefined && !signal.aborted; ) {
      const cardIds: string[] = await endingCards(ctx, days, after);
      if (cardIds.length > 0)
        await ctx.transact(async (inside) => {
          const subjects = await packagesOf(inside, cardIds);
          await fire(
            inside,
            subjects.flatMap((subject) => reachedBy(rules, subject)),
          );
        });
      after = cardIds.at(-1);
    }
    if (signal.aborted) return;
    await ctx
      .beyondScope(WHY)
      .updateTable('usage_reminders.rule')
      .set({ swept_day: dayText(ctx.clock.now()) })
      .where(sql<SqlBool>`id = any(${rules.map(({ rule }) => rule.id)}::bigint[])`)
      .execute();
  },
});
