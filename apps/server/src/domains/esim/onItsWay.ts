import type { Ctx } from '../../framework/context.ts';
import type { Database } from '../../framework/tables.ts';

/** A chip, its numbers and cards may be given to somebody else while it is asked; whoever carries it out sees them all. */
export const beyond = (ctx: Ctx): Database =>
  ctx.beyondScope('what is on its way is carried to its end, whosever the chip is by then');
