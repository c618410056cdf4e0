import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { callCarrier } from '../../carriers/face.ts';
import { settleItems } from '../../tasks/face.ts';
import { announceCards } from '../announceCards.ts';
import { writeEvents } from '../cardEvents.ts';
import { lockCard } from '../commands/commandStore.ts';
import { nextCheckAfter, whenStillAsBefore } from '../commands/confirmRules.ts';
import { applyReadings } from '../sync/applyReadings.ts';
import {
  addressOfChange,
  askOf,
  BEYOND,
  CONFIRM_PLANS,
  changeLine,
  confirmPlansAt,
  forgetChange,
  noteAsked,
  type PlanChange,
  type Refusal,
} from './planChanges.ts';

const MOST_AT_ONCE = 200;
const GIVEN_UP = text(
  '多次下发后运营商侧计划仍未改变，请稍后刷新核实',
  'Asked several times and the carrier’s plan has not changed; refresh later to check',
);

export const confirmPlansJob = job({
  name: CONFIRM_PLANS,
  payload: z.object({ carrierAccountId: idSchema }),
  keyed: 'waiting',
  concurrency: 2,
  run: (ctx, { carrierAccountId }, signal) => confirmPlans(ctx, carrierAccountId, signal),
});

/** Finds what is due and looked after by nobody. */
export const confirmPlansSweep = job({
  name: 'cards.confirmPlansSweep',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx) => {
    const rows = await ctx.db
      .selectFrom('cards.plan_change')
      .select('carrier_account_id')
      .distinct()
      .where('is_sent', '=', true)
      .where('next_check_at', '<=', ctx.clock.now())
      .execute();
    for (const row of rows) await confirmPlansAt(ctx, row.carrier_account_id);
  },
});

const open = (ctx: Ctx, accountId: string) =>
  ctx
    .beyondScope(BEYOND)
    .selectFrom('cards.plan_change')
    .where('carrier_account_id', '=', accountId)
    .where('is_sent', '=', true);

/** Reads every card that is due and settles what its carrier says; the next look is booked. */
export async function confirmPlans(ctx: Ctx, accountId: string, signal: AbortSignal): Promise<void> {
  const due = await open(ctx, accountId)
    .selectAll()
    .where('next_check_at', '<=', ctx.clock.now())
    .orderBy('next_check_at')
    .orderBy('card_id')
    .limit(MOST_AT_ONCE)
    .execute();
  for (const change of due) {
    if (signal.aborted) return;
    const retryAt = await lookAt(ctx, change);
    if (!retryAt) continue;
    await ctx
      .beyondScope(BEYOND)
      .updateTable('cards.plan_change')
      .set({ next_check_at: retryAt })
      .where('carrier_account_id', '=', accountId)
      .where('is_sent', '=', true)
      .where('next_check_at', '<', retryAt)
      .execute();
    break;
  }
  const next = await open(ctx, accountId)
    .select((on) => on.fn.min('next_check_at').as('at'))
    .executeTakeFirst();
  if (next?.at) await confirmPlansAt(ctx, accountId, next.at);
}

/** Answers when the carrier can be asked again, where it cannot now. */
async function lookAt(ctx: Ctx, change: PlanChange): Promise<Date | undefined> {
  const readAt = ctx.clock.now();
  const { carrier_account_id: accountId, task_id: taskId } = change;
  const address = await addressOfChange(ctx, change);
  const read = await callCarrier(ctx, accountId, 'getDevice', address, { taskId });
  if (read.kind === 'unavailable') return read.retryAt;
  if (read.kind === 'ok') {
    await ctx.transact((inside) => applyReadings(inside, accountId, [read.answer], { readAt, isDirect: true }));
  }
  if (await ctx.transact((inside) => confirmed(inside, change))) return undefined;
  const now = ctx.clock.now();
  const waiting = { isUnclear: change.is_unclear, sentAt: change.sent_at ?? change.asked_at, tries: change.tries };
  switch (read.kind === 'ok' ? whenStillAsBefore(waiting, now) : 'wait') {
    case 'wait':
      await ctx
        .beyondScope(BEYOND)
        .updateTable('cards.plan_change')
        .set({ next_check_at: nextCheckAfter(change.checks + 1, now), checks: change.checks + 1 })
        .where('card_id', '=', change.card_id)
        .where('id', '=', change.id)
        .execute();
      return undefined;
    case 'giveUp':
      await ctx.transact((inside) => failed(inside, change, { result: 'timedOut', words: GIVEN_UP }));
      return undefined;
    case 'askAgain': {
      const outcome = await callCarrier(ctx, accountId, 'setPlan', askOf(change, address), { taskId });
      if (outcome.kind === 'unavailable') return outcome.retryAt;
      if (outcome.kind === 'refused') {
        await ctx.transact((inside) => failed(inside, change, { result: 'refused', words: outcome.words }));
        return undefined;
      }
      const reference = outcome.kind === 'ok' ? outcome.answer.reference : null;
      await noteAsked(ctx, change, { isUnclear: outcome.kind === 'unclear', reference });
      return undefined;
    }
  }
}

/** Whether the carrier's word, which the card has taken over, is what was asked; then the change is done. */
async function confirmed(ctx: Ctx, change: PlanChange): Promise<boolean> {
  const card = await lockCard(ctx.beyondScope(BEYOND), change.card_id);
  if (card?.communication_plan !== change.to_plan) return false;
  const { numDeletedRows } = await forgetChange(ctx, change);
  if (numDeletedRows === 0n) return true;
  await writeEvents(ctx, [{ ...changeLine(change), customerId: card.customer_id, result: 'confirmed' }]);
  await announceCards(ctx, [card]);
  const outcome = { kind: 'done' as const, reference: change.carrier_ref ?? undefined };
  await settleItems(ctx, [{ taskId: change.task_id, target: change.iccid, outcome }]);
  return true;
}

async function failed(ctx: Ctx, change: PlanChange, { result, words }: Refusal): Promise<void> {
  await lockCard(ctx.beyondScope(BEYOND), change.card_id);
  const { numDeletedRows } = await forgetChange(ctx, change);
  if (numDeletedRows === 0n) return;
  await writeEvents(ctx, [{ ...changeLine(change), result, carrierWords: words.zh }]);
  const outcome = { kind: 'failed' as const, code: result, words };
  await settleItems(ctx, [{ taskId: change.task_id, target: change.iccid, outcome }]);
}
