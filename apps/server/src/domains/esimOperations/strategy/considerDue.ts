import type { Ctx } from '../../../framework/context.ts';
import { beyond } from '../../esim/face.ts';
import { considerChip } from './considerChip.ts';

/** As many are looked at in one round of the sweep; the others follow a minute later. */
const MOST_AT_ONCE = 500;

/** Lets strategies look again at the chips whose time has come, each in a transaction of its own. */
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
