import { sql } from 'kysely';
import * as z from 'zod';
import { job } from '../../../framework/domain.ts';
import { limitsOf } from '../../settings/face.ts';
import { numbersOverdue } from '../events.ts';
import { beyond } from '../onItsWay.ts';
import { overdueMoment, overdueSince } from './overdueNumbers.ts';

/** Reminds owners once a day of numbers that were bound and never downloaded. */
export const remindJob = job({
  name: 'esim.remindOverdue',
  payload: z.object({}),
  schedule: '0 1 * * *',
  run: async (ctx) => {
    const { boundReminderDays: days } = await limitsOf(ctx.db);
    const rows = await beyond(ctx)
      .selectFrom('esim.code_number as n')
      .innerJoin('cards.v_esim_card as c', 'c.id', 'n.card_id')
      .select(['c.customer_id', sql<number>`count(*)::int`.as('numbers')])
      .where(overdueSince(await overdueMoment(ctx)))
      .groupBy('c.customer_id')
      .execute();
    for (const { customer_id: customerId, numbers } of rows) {
      await ctx.transact((inside) =>
        inside.emit(numbersOverdue, { customerId, numbers, days, at: inside.clock.now().toISOString() }),
      );
    }
  },
});
