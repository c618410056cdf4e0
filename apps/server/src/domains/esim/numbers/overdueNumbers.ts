import { EsimEnableState } from '@cardinal/contract/enumerations/card.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { limitsOf } from '../../settings/face.ts';

/** Bound (`n`) before the given time and not downloaded since: the number is unused and missing in stock. */
export const overdueSince = (moment: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`n.enable_state = ${EsimEnableState.values.bind} and n.bound_at <= ${moment}`;

/** A number bound before this time counts as overdue. */
export async function overdueMoment(ctx: Ctx): Promise<Date> {
  const { boundReminderDays } = await limitsOf(ctx.db);
  return new Date(ctx.clock.now().getTime() - boundReminderDays * DAY_MS);
}
