import type { unbindNumbers as endpoint } from '@cardinal/contract/api/esim/operations.ts';
import { EsimEnableState } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { limitsOf } from '../../settings/face.ts';
import { numbersOverdue } from '../events.ts';
import { beyond } from '../operations/operationStore.ts';
import { unbindNumber } from '../operations/unbindNumber.ts';

/** Bound (`n`) before a moment and not fetched by its device since: it waits for nobody and is missing in stock. */
export const overdueSince = (moment: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`n.enable_state = ${EsimEnableState.values.bind} and n.bound_at <= ${moment}`;

/** Since when a bound number counts as forgotten. */
export async function overdueMoment(ctx: Ctx): Promise<Date> {
  const { boundReminderDays } = await limitsOf(ctx.db);
  return new Date(ctx.clock.now().getTime() - boundReminderDays * DAY_MS);
}

/**
 * Takes bound numbers back into stock, one after the other: each is cancelled at its SM-DP+ first. What could not be taken
 * back is told with its reason and keeps the others from nothing. Bound without a transaction.
 */
export async function unbindNumbers(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const failed: AnswerOf<typeof endpoint>['failed'] = [];
  const ids = [...new Set(body.numberIds)];
  for (const numberId of ids) {
    try {
      await unbindNumber(ctx, numberId);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      failed.push({ numberId, why: say(error.refusal.text, ctx.language, error.facts) });
    }
  }
  return { back: ids.length - failed.length, failed };
}

/** Reminds, once a day, whoever has numbers that were bound and never fetched. */
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
        inside.tell(numbersOverdue, { customerId, numbers, days, at: inside.clock.now().toISOString() }),
      );
    }
  },
});
