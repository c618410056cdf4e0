import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { CARD_ACTIONS } from '@cardinal/contract/api/cards/selection.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { type CardAddress, callCarrier, carrierAccount } from '../../carriers/face.ts';
import { itemAction, type Outcome, type Turn, type TurnItem } from '../../tasks/face.ts';
import { addressOf } from '../cardAddress.ts';
import { writeEvents } from '../cardEvents.ts';
import { accountOfLane } from '../cardItems.ts';
import { lockCard } from '../commands/commandStore.ts';
import { askOf, BEYOND, changeLine, confirmPlansAt, forgetChange, noteAsked, type PlanChange } from './planChanges.ts';
import { accountsWithPlan, planVerdict } from './planVerdicts.ts';

const IN_WORK = text('该卡有未确认的计划变更', 'A change of its plan awaits the carrier');

/** Asks the carrier for every card of the turn; the card keeps its plan until the carrier says otherwise. */
async function askPlans(ctx: Ctx, turn: Turn): Promise<void> {
  const accountId = accountOfLane(turn.lane);
  let isAsked = false;
  for (const item of turn.items) {
    if (turn.signal.aborted) break;
    const asked = await ctx.transact((inside) => prepare(inside, turn, item));
    if (!asked) continue;
    const { change, address } = asked;
    const about = { taskId: turn.task.id, signal: turn.signal };
    const outcome = await callCarrier(ctx, accountId, 'setPlan', askOf(change, address), about);
    if (outcome.kind === 'unavailable') {
      await ctx.transact(async (inside) => {
        await forgetChange(inside, change);
        await turn.settleIn(inside, [[item, { kind: 'again' }]]);
      });
      turn.holdLane(outcome.retryAt, outcome.words);
      break;
    }
    await ctx.transact(async (inside) => {
      if (outcome.kind === 'refused') {
        const { words } = outcome;
        await forgetChange(inside, change);
        await writeEvents(inside, [{ ...changeLine(change), result: 'refused', carrierWords: words.zh }]);
        return turn.settleIn(inside, [[item, { kind: 'failed', code: 'refused', words }]]);
      }
      const reference = outcome.kind === 'ok' ? outcome.answer.reference : null;
      await sent(inside, change, { isUnclear: outcome.kind === 'unclear', reference });
      return turn.settleIn(inside, [[item, { kind: 'confirming', reference: reference ?? undefined }]]);
    });
    isAsked = true;
  }
  if (isAsked) await confirmPlansAt(ctx, accountId);
}

async function sent(ctx: Ctx, change: PlanChange, how: { isUnclear: boolean; reference: string | null }) {
  await noteAsked(ctx, change, how);
  await writeEvents(ctx, [{ ...changeLine(change), result: 'asked', carrierRef: how.reference }]);
}

/** Decides anew on the locked card, and writes down what is about to be asked. */
async function prepare(
  ctx: Ctx,
  turn: Turn,
  item: TurnItem,
): Promise<{ change: PlanChange; address: CardAddress } | undefined> {
  const settle = async (outcome: Outcome) => {
    await turn.settleIn(ctx, [[item, outcome]]);
    return undefined;
  };
  const card = item.targetId ? await lockCard(ctx.db, item.targetId) : undefined;
  if (!card) return settle({ kind: 'failed', code: cardNotFound.name, words: cardNotFound.text });
  const plan = String(turn.task.parameters['plan'] ?? '');
  const facts = {
    platform: card.platform as Platform,
    carrierStatus: card.carrier_status,
    carrierAccountId: card.carrier_account_id,
    about: card.communication_plan ?? '',
  };
  const verdict = planVerdict(facts, plan, await accountsWithPlan(ctx, plan));
  if (verdict) return settle({ kind: 'skipped', code: verdict.key, words: verdict.words });
  const change: PlanChange = {
    card_id: card.id,
    id: ctx.ids.next(),
    iccid: card.iccid,
    customer_id: card.customer_id,
    carrier_account_id: card.carrier_account_id,
    from_plan: card.communication_plan,
    to_plan: plan,
    task_id: turn.task.id,
    account_id: turn.task.accountId,
    account_name: turn.task.accountName,
    account_customer_id: turn.task.customerId,
    is_sent: false,
    is_unclear: false,
    carrier_ref: null,
    asked_at: ctx.clock.now(),
    sent_at: null,
    next_check_at: null,
    checks: 0,
    tries: 0,
  };
  const made = await ctx
    .beyondScope(BEYOND)
    .insertInto('cards.plan_change')
    .values(change)
    .onConflict((conflict) => conflict.column('card_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return settle({ kind: 'skipped', code: 'planChangeOpen', words: IN_WORK });
  return { change, address: addressOf(card) };
}

/** The worker died with these items begun: what may have been asked is looked after like a call without an answer. */
async function recoverPlans(ctx: Ctx, turn: Turn): Promise<void> {
  for (const item of turn.items) {
    await ctx.transact(async (inside) => {
      const change = await inside
        .beyondScope(BEYOND)
        .selectFrom('cards.plan_change')
        .selectAll()
        .where('card_id', '=', item.targetId ?? '0')
        .where('task_id', '=', turn.task.id)
        .forUpdate()
        .executeTakeFirst();
      if (!change) return turn.settleIn(inside, [[item, { kind: 'again' }]]);
      if (!change.is_sent) await sent(inside, change, { isUnclear: true, reference: null });
      return turn.settleIn(inside, [[item, { kind: 'confirming' }]]);
    });
  }
  await confirmPlansAt(ctx, accountOfLane(turn.lane));
}

export const planAction = itemAction({
  action: 'change_communication_plan',
  permissions: CARD_ACTIONS.change_communication_plan,
  chunkSize: 60,
  turnsPerLane: 1,
  run: askPlans,
  recover: recoverPlans,
  pace: async (ctx, lane) => (await carrierAccount(ctx, accountOfLane(lane)))?.callsPerSecond,
});
