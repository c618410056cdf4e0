import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { runningFlows } from '../../control/face.ts';
import { cardsOfPool, type LevelMoved } from '../../pools/face.ts';
import { movesCards } from '../judging/judgingRules.ts';
import { judgeAnew } from './judgeAnew.ts';
import { liftEnded } from './liftEnded.ts';

const AT_ONCE = 500;

/** Judges all cards of a pool anew, some at a time: whoever made it full is judged with its reading, the others are not read. */
export const judgePoolJob = job({
  name: 'flowControl.judgePool',
  payload: z.object({ id: idSchema, kind: z.enum(['card', 'flow']), after: z.string() }),
  run: async (ctx, { after, ...pool }, signal) => {
    const cardIds = await cardsOfPool(ctx, pool, { after, most: AT_ONCE });
    const last = cardIds.at(-1);
    if (last === undefined) return;
    await ctx.transact((inside) => judgeAnew(inside, cardIds));
    await liftEnded(ctx, cardIds, signal);
    await ctx.enqueue(judgePoolJob, { ...pool, after: last });
  },
});

/** Pools that came to where a rule acts, or that give again. */
export async function hearLevels(ctx: Ctx, moved: readonly LevelMoved[]): Promise<void> {
  const rules = (await runningFlows(ctx)).flatMap((strategy) => strategy.rules);
  for (const { id, kind, before, after } of moved)
    if (movesCards(rules, before, after)) await ctx.enqueue(judgePoolJob, { id, kind, after: '0' });
}
