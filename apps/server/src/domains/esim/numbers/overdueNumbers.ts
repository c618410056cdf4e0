import { EsimEnableState } from '@cardinal/contract/enumerations/card.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { limitsOf } from '../../settings/face.ts';

/** Bound (`n`) before a moment and not fetched by its device since: it waits for nobody and is missing in stock. */
export const overdueSince = (moment: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`n.enable_state = ${EsimEnableState.values.bind} and n.bound_at <= ${moment}`;

/** Since when a bound number counts as forgotten. */
export async function overdueMoment(ctx: Ctx): Promise<Date> {
  const { boundReminderDays } = await limitsOf(ctx.db);
  return new Date(ctx.clock.now().getTime() - boundReminderDays * DAY_MS);
}
