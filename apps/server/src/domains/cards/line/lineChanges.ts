import type { Selectable } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type CallAbout, type CardAddress, type CarrierOutcome, callCarrier } from '../../carriers/face.ts';
import { addressOf } from '../cardAddress.ts';
import type { NewCardEvent } from '../cardEvents.ts';
import { nextCheckAfter } from '../commands/confirmRules.ts';
import { FREE, ON, valueText } from './lineRules.ts';
import type { LineChangeTable } from './lineTables.ts';

export type LineChange = Selectable<LineChangeTable>;

export const CONFIRM_LINES = 'cards.confirmLines';
export const BEYOND = 'what was asked of a carrier is looked after, whoever has the card by now';

/** A job for the open changes of one account; at most one of a key waits. */
export const confirmLinesAt = (ctx: Ctx, carrierAccountId: string, at?: Date): Promise<void> =>
  ctx.enqueue(
    { name: CONFIRM_LINES },
    { carrierAccountId },
    at ? { key: `${carrierAccountId}:later`, startAfter: at } : { key: carrierAccountId },
  );

/** Asks the carrier for the change. */
export function askLine(
  ctx: Ctx,
  change: LineChange,
  address: CardAddress,
  about: CallAbout,
): Promise<CarrierOutcome<{ readonly reference: string | null }>> {
  const { carrier_account_id: accountId, aspect, to_value: to } = change;
  if (aspect === 'speed') {
    const kbps = to === FREE ? null : Number(to);
    return callCarrier(ctx, accountId, 'setSpeed', { ...address, kbps }, about);
  }
  return callCarrier(ctx, accountId, 'setService', { ...address, service: aspect, isOn: to === ON }, about);
}

/** The line a change leaves in the card's history; what became of it is the caller's to say. */
export const lineOf = (change: LineChange): Omit<NewCardEvent, 'result'> => ({
  cardId: change.card_id,
  iccid: change.iccid,
  customerId: change.customer_id,
  action: change.action,
  from: valueText(change.aspect, change.from_value),
  to: valueText(change.aspect, change.to_value),
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

/** One change by its key, without the tenant predicate. */
const rows = (ctx: Ctx) => ctx.beyondScope(BEYOND);

/** The carrier has been asked, once more if it was before. */
export const noteAsked = (
  ctx: Ctx,
  change: LineChange,
  how: { readonly isUnclear: boolean; readonly reference: string | null },
) => {
  const at = ctx.clock.now();
  return rows(ctx)
    .updateTable('cards.line_change')
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

export const noteChecked = (ctx: Ctx, change: LineChange) =>
  rows(ctx)
    .updateTable('cards.line_change')
    .set({ next_check_at: nextCheckAfter(change.checks + 1, ctx.clock.now()), checks: change.checks + 1 })
    .where('card_id', '=', change.card_id)
    .where('id', '=', change.id)
    .execute();

/** False where somebody else has settled it meanwhile. */
export async function forgetChange(ctx: Ctx, change: Pick<LineChange, 'card_id' | 'id'>): Promise<boolean> {
  const { numDeletedRows } = await rows(ctx)
    .deleteFrom('cards.line_change')
    .where('card_id', '=', change.card_id)
    .where('id', '=', change.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The numbers its carrier may ask for. */
export async function addressOfChange(ctx: Ctx, change: LineChange): Promise<CardAddress> {
  const card = await rows(ctx)
    .selectFrom('cards.card')
    .select(['iccid', 'imsi', 'business_number', 'platform'])
    .where('id', '=', change.card_id)
    .executeTakeFirst();
  return card ? addressOf(card) : { iccid: change.iccid };
}
