import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { stepNotFound, stepOfPlatform, stepSettled } from '@cardinal/contract/api/usage/refusals.ts';
import { type settleUsage as endpoint, UsageVerdict } from '@cardinal/contract/api/usage/usage.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { cycleOfKey } from '@cardinal/primitives/cycle.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { type LockedCard, lockCards, moveUsage } from '../cards/face.ts';
import { carrierAccount } from '../carriers/face.ts';
import { type Counter, settleOn, type Verdict } from './counterRules.ts';
import { countersOf, keepCounters } from './counterStore.ts';
import { addToDays, type DayTo, heldBetween, takeFromDays } from './dayChanges.ts';
import { addToTotals, recordDays } from './recordUsage.ts';
import { endSteps } from './unclearSteps.ts';
import type { UnclearStepTable } from './usageTables.ts';

/** Whether the caller may say what a carrier's counter did: everybody below pays by it. */
export const maySettle = async (ctx: Ctx): Promise<boolean> =>
  (await ctx.db.selectFrom('customers.v_customer').select('id').where('kind', '=', 'PLATFORM').executeTakeFirst()) !==
  undefined;

export async function settleUsage(
  ctx: Ctx,
  { cardId, readAt, verdict }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const [card] = await lockCards(ctx.db, [cardId]);
  if (!card) throw new Refused(cardNotFound);
  const step = await ctx.db
    .selectFrom('usage.unclear_step')
    .selectAll()
    .where('card_id', '=', cardId)
    .where('read_at', '=', new Date(readAt))
    .executeTakeFirst();
  if (!step) throw new Refused(stepNotFound);
  if (!(await maySettle(ctx))) throw new Refused(stepOfPlatform);
  if (step.settled_at) throw new Refused(stepSettled);
  const bytes = await settle(ctx, card, step, verdict);
  const settled = { step, as: verdict, by: 'person' as const, bytes, byName: accountOf(ctx).account };
  if (!(await endSteps(ctx, [settled]))) throw new Refused(stepSettled);
  ctx.note({
    objectKind: 'card',
    objectId: cardId,
    summary: card.iccid,
    before: { figures: `${step.figure_before} → ${step.figure}`, at: step.read_at.toISOString() },
    after: { verdict: UsageVerdict.labelOf(verdict).zh, bytes: String(bytes) },
  });
  return { bytes: String(bytes) };
}

/** Moves the days, the totals, the counter and what the card shows; its lock is held. Returns what the days took. */
async function settle(ctx: Ctx, card: LockedCard, step: UnclearStepTable, verdict: Verdict): Promise<bigint> {
  const { card_id: cardId } = step;
  const [day, bytes] = verdict === 'restarted' ? [step.day, BigInt(step.high)] : [step.low_day, BigInt(step.low)];
  const counter = (await countersOf(ctx, [cardId])).get(cardId);
  const from = await firstDayOf(ctx, card, step.cycle);
  const held = bytes < 0n ? await heldBetween(ctx, { cardId, from: from ?? day, to: day }) : 0n;
  const isOfOldCycle = step.kind === 'turn' && verdict === 'wentOn';
  const runs = counter?.cycle === step.cycle && !isOfOldCycle ? counter : undefined;
  const settled = runs && settleOn(runs, { day, bytes, held });
  const change = settled?.change ?? (bytes < -held ? -held : bytes);
  const days: readonly DayTo[] =
    change < 0n
      ? await takeFromDays(ctx, [{ cardId, day, isIncluded: true, bytes: -change }])
      : await addToDays(ctx, [{ cardId, day, bytes: change }]);
  if (settled) {
    await keepCounters(ctx, new Map([[cardId, settled.counter]]));
    const { lost, counter: figure, dayBase } = settled.counter;
    await moveUsage(ctx, {
      cardId,
      flowUsed: String(lost + figure),
      usedToday: todayOf(settled.counter, day, lost + figure - dayBase),
    });
  }
  await addToTotals(
    ctx,
    await recordDays(
      ctx,
      days.map((each) => ({ ...each, customerId: step.customer_id })),
    ),
  );
  return change;
}

async function firstDayOf(ctx: Ctx, card: LockedCard, key: string): Promise<string | undefined> {
  const account = await carrierAccount(ctx, card.carrier_account_id ?? '');
  if (!account) return undefined;
  const cycle = cycleOfKey(key, { day: account.cycleDay, zone: account.zone });
  return cycle && dayText(cycle.start, account.zone);
}

/** Today's figure moves only with today's step. */
const todayOf = (counter: Counter, day: string, bytes: bigint): string | null =>
  counter.day === day ? String(bytes) : null;
