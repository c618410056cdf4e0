import type { Text } from '@cardinal/primitives/text.ts';
import type { Selectable } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { CardAddress } from '../../carriers/face.ts';
import { addressOf } from '../cardAddress.ts';
import type { NewCardEvent } from '../cardEvents.ts';
import { nextCheckAfter } from '../commands/confirmRules.ts';
import type { PlanChangeTable } from './planTables.ts';

export type PlanChange = Selectable<PlanChangeTable>;

export const CONFIRM_PLANS = 'cards.confirmPlans';
export const BEYOND = 'a change of plan that was asked is looked after, whoever has the card by now';

/** A job for the open changes of one account; at most one of a key waits. */
export const confirmPlansAt = (ctx: Ctx, carrierAccountId: string, at?: Date): Promise<void> =>
  ctx.enqueue(
    { name: CONFIRM_PLANS },
    { carrierAccountId },
    at ? { key: `${carrierAccountId}:later`, startAfter: at } : { key: carrierAccountId },
  );

/** The line a change leaves in the card's history; what became of it is the caller's to say. */
export const changeLine = (change: PlanChange): Omit<NewCardEvent, 'result'> => ({
  cardId: change.card_id,
  iccid: change.iccid,
  customerId: change.customer_id,
  action: 'change_communication_plan',
  from: change.from_plan,
  to: change.to_plan,
  actor: {
    accountId: change.account_id,
    accountName: change.account_name,
    customerId: change.account_customer_id,
  },
  source: change.account_id ? 'console' : 'schedule',
  taskId: change.task_id,
  commandId: change.id,
  carrierRef: change.carrier_ref,
});

/** The carrier has been asked, once more if it was before. */
export const noteAsked = (
  ctx: Ctx,
  change: PlanChange,
  how: { readonly isUnclear: boolean; readonly reference: string | null },
) => {
  const at = ctx.clock.now();
  return ctx
    .beyondScope(BEYOND)
    .updateTable('cards.plan_change')
    .set((row) => ({
      is_sent: true,
      is_unclear: how.isUnclear,
      carrier_ref: how.reference ?? change.carrier_ref,
      sent_at: at,
      next_check_at: nextCheckAfter(0, at),
      checks: 0,
      tries: row('tries', '+', 1),
    }))
    .where('card_id', '=', change.card_id)
    .where('id', '=', change.id)
    .execute();
};

export const forgetChange = (ctx: Ctx, change: Pick<PlanChange, 'card_id' | 'id'>) =>
  ctx
    .beyondScope(BEYOND)
    .deleteFrom('cards.plan_change')
    .where('card_id', '=', change.card_id)
    .where('id', '=', change.id)
    .executeTakeFirst();

/** The numbers its carrier may ask for. */
export async function addressOfChange(ctx: Ctx, change: PlanChange): Promise<CardAddress> {
  const card = await ctx
    .beyondScope(BEYOND)
    .selectFrom('cards.card')
    .select(['iccid', 'imsi', 'business_number', 'platform'])
    .where('id', '=', change.card_id)
    .executeTakeFirst();
  return card ? addressOf(card) : { iccid: change.iccid };
}

/** What a call asks: the plan by the carrier's own name. */
export const askOf = (change: PlanChange, address: CardAddress) => ({
  ...address,
  kind: 'communication' as const,
  name: change.to_plan,
});

export type Refusal = { readonly result: 'refused' | 'timedOut'; readonly words: Text };
