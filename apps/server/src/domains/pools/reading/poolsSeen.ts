import type { Ctx } from '../../../framework/context.ts';
import { holds } from '../../../framework/context.ts';

/** Pools the caller sees: whoever may see sub-pools only, no others. */
export const poolsSeen = (ctx: Ctx) =>
  ctx.db
    .selectFrom('pools.pool as p')
    .$if(!holds(ctx.actor, 'cardPool.view'), (query) => query.where('p.depth', '>', 0));
