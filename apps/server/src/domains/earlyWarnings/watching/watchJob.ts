import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { figuresByRule } from '../judging/figuresOf.ts';
import { WHY } from '../warningTables.ts';
import { watchRule } from './watchRule.ts';

/** Reads every figure that a rule watches, and judges each rule by itself. A figure that cannot be read keeps no other waiting. */
export async function watchAll(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const rules = await ctx
    .beyondScope(WHY)
    .selectFrom('early_warnings.rule')
    .selectAll()
    .where('state', '=', 'on')
    .orderBy('id')
    .execute();
  const faults: unknown[] = [];
  for (const [metric, of] of Map.groupBy(rules, (rule) => rule.metric)) {
    try {
      for (const { rule, figures } of await figuresByRule(ctx, metric, of)) {
        if (signal.aborted) return;
        await ctx.transact((inside) => watchRule(inside, rule, figures));
      }
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, 'figures of warnings could not be judged');
}

/** Each minute. Killed, the next minute judges anew; what was committed stands, and its watch keeps it from being told twice. */
export const watchJob = job({
  name: 'earlyWarnings.watch',
  payload: z.object({}),
  schedule: '* * * * *',
  retries: 0,
  run: (ctx, _payload, signal) => watchAll(ctx, signal),
});
