import { dayText } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { type SqlBool, sql } from 'kysely';
import * as z from 'zod';
import { job } from '../../../framework/domain.ts';
import { packagesEnding } from '../events.ts';
import { HAS_NEXT, ignoredOn } from './endingFilters.ts';

/**
 * Reminds owners, on the mornings when a package of theirs ends in 7, 3 or 1 days with nothing behind it. A morning without
 * such a card says nothing; one told twice is one reminder, by its day, so that it is told again later where nothing ran at nine.
 */
export const remindEndingsJob = job({
  name: 'orders.remindEndings',
  payload: z.object({}),
  schedule: '0 9,11,14 * * *',
  run: async (ctx) => {
    const now = ctx.clock.now();
    const today = wallTimeIn(DEFAULT_ZONE, now);
    const dayAfter = (days: number) => startOfDay(DEFAULT_ZONE, { ...today, day: today.day + days });
    const endsBefore = (days: number) => sql<SqlBool>`c.package_ends_at < ${dayAfter(days + 1)}`;
    const endsIn = (days: number) => sql<SqlBool>`(${endsBefore(days)} and c.package_ends_at >= ${dayAfter(days)})`;
    const counted = (days: number) => sql<number>`count(*) filter (where ${endsBefore(days)})::int`;
    const rows = await ctx
      .beyondScope('every owner is reminded of its cards')
      .selectFrom('cards.v_card as c')
      .select('c.customer_id')
      .select([sql<number>`count(*)::int`.as('week'), counted(3).as('three'), counted(1).as('one')])
      .where('c.package_ends_at', '>=', now)
      .where(endsBefore(7))
      .where('c.lifecycle', '<>', 'cancelled')
      .where(sql<SqlBool>`not ${HAS_NEXT}`)
      .where(sql<SqlBool>`not ${ignoredOn(dayText(now), sql`c.customer_id`)}`)
      .groupBy('c.customer_id')
      .having(sql<SqlBool>`bool_or(${endsIn(7)} or ${endsIn(3)} or ${endsIn(1)})`)
      .execute();
    const said = { day: dayText(now), from: now.toISOString(), to: new Date(+dayAfter(8) - 1).toISOString() };
    for (const { customer_id: customerId, ...cards } of rows) {
      await ctx.transact((inside) => inside.emit(packagesEnding, { customerId, ...said, ...cards }));
    }
  },
});
