import type { Ctx } from '../../framework/context.ts';
import type { Database } from '../../framework/tables.ts';

/** A chip, its numbers and cards may change owners during an operation, so its executor must see them all. */
export const beyond = (ctx: Ctx): Database =>
  ctx.beyondScope('what is on its way is carried to its end, whosever the chip is by then');
