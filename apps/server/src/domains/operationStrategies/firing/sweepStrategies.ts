import type { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { DEFAULT_ZONE } from '@cardinal/primitives/zone.ts';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { lockCards } from '../../cards/face.ts';
import { acting, leftOf } from '../../control/face.ts';
import { quietEnd } from '../../settings/face.ts';
import type { StrategyRow } from '../strategyTables.ts';
import { accountsWithout, customersOf, WHY } from '../triggers/cardsInScope.ts';
import { type Due, dueFacts, type Sought, windowOf } from '../triggers/dueFacts.ts';
import { firedThisHour, pauseStrategies } from './brake.ts';
import { settleStops } from './settleStops.ts';
import { type Firing, fireOn } from './writeFirings.ts';

/** Cards in one transaction. */
const AT_ONCE = 500;

/** The running strategies outside their quiet hours, locked; those another process sweeps are left to it. */
async function lockRunning(ctx: Ctx): Promise<StrategyRow[]> {
  const rows = await ctx
    .beyondScope(WHY)
    .selectFrom('operation_strategies.strategy')
    .selectAll()
    .where('state', 'in', ['shadow', 'on'])
    .where('paused_at', 'is', null)
    .orderBy('priority')
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
  const now = ctx.clock.now();
  return rows.filter(({ quiet_hours }) => quietEnd(quiet_hours, DEFAULT_ZONE, now) === undefined);
}

async function soughtBy(ctx: Ctx, strategies: readonly StrategyRow[]): Promise<Sought[]> {
  const now = ctx.clock.now();
  const without = new Map<ControlAction, string[]>();
  const sought: Sought[] = [];
  for (const strategy of strategies) {
    const { action } = strategy;
    const withoutAccounts = without.get(action) ?? (await accountsWithout(ctx, action));
    without.set(action, withoutAccounts);
    const customerIds = await customersOf(ctx, strategy);
    sought.push({ strategy, customerIds, withoutAccounts, window: windowOf(strategy, now), now, most: AT_ONCE });
  }
  return sought;
}

/**
 * Judges what is due for all running strategies, some cards at a time: facts are found, their cards locked and everything judged
 * again, so that each card has one command for all strategies that fire on it. Firings, reasons and tasks are of one transaction;
 * killed before its commit nothing happened. Returns how many fired.
 */
export const sweepOnce = (ctx: Ctx): Promise<number> =>
  ctx.transact(async (inside) => {
    const all = await soughtBy(inside, await lockRunning(inside));
    const seen = [];
    for (const each of all) seen.push({ ...each, due: await dueFacts(inside, each) });
    const cardIds = [...new Set(seen.flatMap(({ due }) => due.map(({ cardId }) => cardId)))].slice(0, AT_ONCE);
    const cards = await lockCards(inside.beyondScope(WHY), cardIds);
    const fires: Firing[] = [];
    const paused: StrategyRow[] = [];
    for (const { strategy, due: before, ...sought } of seen) {
      if (before.length === 0) continue;
      const due = await dueFacts(inside, { ...sought, strategy, most: AT_ONCE * 4, cardIds });
      const left = strategy.state === 'on' ? leftOf(strategy.brake, await firedThisHour(inside, strategy)) : due.length;
      if (due.length > left) paused.push(strategy);
      fires.push(...due.slice(0, left).map((each) => ({ strategy, due: each })));
    }
    await fireOn(inside, cards, fires, acting);
    await pauseStrategies(inside, paused);
    await noteSwept(
      inside,
      seen.filter(({ due, strategy }) => isThrough(due, cardIds) && !paused.includes(strategy)),
    );
    return fires.length;
  });

/** Whether all that was found of a strategy was among the cards of this transaction. */
const isThrough = (due: readonly Due[], cardIds: readonly string[]): boolean => {
  const taken = new Set(cardIds);
  return due.length < AT_ONCE && due.every(({ cardId }) => taken.has(cardId));
};

async function noteSwept(ctx: Ctx, through: readonly { strategy: StrategyRow; now: Date }[]): Promise<void> {
  if (through.length === 0) return;
  await ctx
    .beyondScope(WHY)
    .updateTable('operation_strategies.strategy')
    .set({ swept_until: ctx.clock.now() })
    .where(
      'id',
      'in',
      through.map(({ strategy }) => strategy.id),
    )
    .execute();
}

/** Until nothing is due. */
export async function sweepStrategies(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await sweepOnce(ctx)) > 0);
  await settleStops(ctx, signal);
}

export const sweepJob = job({
  name: 'operationStrategies.sweep',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx, _payload, signal) => sweepStrategies(ctx, signal),
});
