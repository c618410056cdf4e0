import type { Ctx } from '../../../framework/context.ts';
import { beyond } from '../../esim/face.ts';
import { considerChip } from './considerChip.ts';

/** Chips handled per round of the sweep; the others follow a minute later. */
const MOST_AT_ONCE = 500;

/** Lets strategies reconsider chips that are due, each in its own transaction. */
export async function considerDue(ctx: Ctx): Promise<void> {
  const due = await beyond(ctx)
    .selectFrom('esim.v_chip')
    .select('eid')
    .where('look_at', '<=', ctx.clock.now())
    .orderBy('look_at')
    .limit(MOST_AT_ONCE)
    .execute();
  for (const { eid } of due) await ctx.transact((inside) => considerChip(inside, eid, []));
}
