import type { Selectable } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { CardRow, NewCardEvent } from '../../cards/face.ts';
import { type CallAbout, type CardAddress, callCarrier } from '../../carriers/face.ts';
import { nextCheckAfter } from '../commands/confirmRules.ts';
import { kindOf } from './changeKinds.ts';
import type { AskedChangeTable } from './changeTables.ts';

export type AskedChange = Selectable<AskedChangeTable>;

export const BEYOND = 'what was asked of a carrier is looked after, whoever has the card by now';

/** Sends the change to the carrier. */
export function askFor(ctx: Ctx, change: AskedChange, address: CardAddress, about: CallAbout) {
  const { operation, what } = kindOf(change.aspect);
  return callCarrier(
    ctx,
    change.carrier_account_id,
    operation,
    { ...address, ...what(change.to_value, change.from_value) },
    about,
  );
}

/** The history record of a change; the caller adds its result. */
export function lineOf(change: AskedChange): Omit<NewCardEvent, 'result'> {
  const { shown } = kindOf(change.aspect);
  return {
    cardId: change.card_id,
    iccid: change.iccid,
    customerId: change.customer_id,
    action: change.action,
    from: change.from_value === null ? null : shown(change.from_value),
    to: shown(change.to_value),
    actor: {
      accountId: change.account_id,
      accountName: change.account_name,
      customerId: change.account_customer_id,
    },
    source: change.account_id ? 'console' : 'schedule',
    taskId: change.task_id,
    commandId: change.id,
    carrierRef: change.carrier_ref,
  };
}

/** Records a request before it is sent; false if a change of the same kind is open. */
export async function insertChange(ctx: Ctx, change: AskedChange): Promise<boolean> {
  const made = await ctx
    .beyondScope(BEYOND)
    .insertInto('card_commands.asked_change')
    .values(change)
    .onConflict((conflict) => conflict.columns(['card_id', 'aspect']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

/** The open change of a task for a card, locked. */
export const openChangeOf = (ctx: Ctx, of: Pick<AskedChange, 'card_id' | 'aspect' | 'task_id'>) =>
  ctx
    .beyondScope(BEYOND)
    .selectFrom('card_commands.asked_change')
    .selectAll()
    .where('card_id', '=', of.card_id)
    .where('aspect', '=', of.aspect)
    .where('task_id', '=', of.task_id)
    .forUpdate()
    .executeTakeFirst();

const update = (ctx: Ctx, change: AskedChange) =>
  ctx
    .beyondScope(BEYOND)
    .updateTable('card_commands.asked_change')
    .where('card_id', '=', change.card_id)
    .where('id', '=', change.id);

/** Records that the carrier has been asked, for the first time or again. */
export function noteAsked(ctx: Ctx, change: AskedChange, how: { isUnclear: boolean; reference: string | null }) {
  const at = ctx.clock.now();
  return update(ctx, change)
    .set((row) => ({
      is_sent: true,
      is_unclear: how.isUnclear,
      carrier_ref: how.reference ?? change.carrier_ref,
      sent_at: at,
      next_check_at: nextCheckAfter(0, at),
      checks: 0,
      tries: row('tries', '+', 1),
    }))
    .execute();
}

/** The check brought no answer; the next one is later than usual, or at a known time. */
export const noteChecked = (ctx: Ctx, change: AskedChange, next?: Date) =>
  update(ctx, change)
    .set({
      next_check_at: next ?? nextCheckAfter(change.checks + 1, ctx.clock.now()),
      checks: change.checks + 1,
    })
    .execute();

/** False if the change was settled elsewhere in the meantime. */
export async function forgetChange(ctx: Ctx, change: Pick<AskedChange, 'card_id' | 'id'>): Promise<boolean> {
  const { numDeletedRows } = await ctx
    .beyondScope(BEYOND)
    .deleteFrom('card_commands.asked_change')
    .where('card_id', '=', change.card_id)
    .where('id', '=', change.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const sent = (ctx: Ctx) => ctx.beyondScope(BEYOND).selectFrom('card_commands.asked_change').where('is_sent', '=', true);

/** Whoever takes a change checks it within this time; after that another may take it. */
const TAKEN_MS = 120_000;

/** Takes the account's unconfirmed changes that are due for a check, longest overdue first. */
export function takeDueChanges(ctx: Ctx, accountId: string, most: number): Promise<AskedChange[]> {
  const now = ctx.clock.now();
  const due = sent(ctx)
    .select(['card_id', 'id'])
    .where('carrier_account_id', '=', accountId)
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .orderBy('card_id')
    .limit(most)
    .forUpdate()
    .skipLocked();
  return ctx
    .beyondScope(BEYOND)
    .updateTable('card_commands.asked_change as c')
    .from(due.as('d'))
    .set({ next_check_at: new Date(now.getTime() + TAKEN_MS) })
    .whereRef('c.card_id', '=', 'd.card_id')
    .whereRef('c.id', '=', 'd.id')
    .returningAll('c')
    .execute();
}

/** When the account's next change is due for a check. */
export async function nextDueAt(ctx: Ctx, accountId: string): Promise<Date | undefined> {
  const next = await sent(ctx)
    .select((on) => on.fn.min('next_check_at').as('at'))
    .where('carrier_account_id', '=', accountId)
    .executeTakeFirst();
  return next?.at ?? undefined;
}

export async function accountsWithDueChanges(ctx: Ctx): Promise<string[]> {
  const due = sent(ctx).where('next_check_at', '<=', ctx.clock.now());
  return (await due.select('carrier_account_id').distinct().execute()).map((row) => row.carrier_account_id);
}

/** No check of this account can be made before `until`. */
export const postponeChanges = (ctx: Ctx, accountId: string, until: Date) =>
  ctx
    .beyondScope(BEYOND)
    .updateTable('card_commands.asked_change')
    .set({ next_check_at: until })
    .where('carrier_account_id', '=', accountId)
    .where('is_sent', '=', true)
    .where('next_check_at', '<', until)
    .execute();

/** The cards behind these changes, by their ids. */
export async function cardsOf(ctx: Ctx, changes: readonly AskedChange[]): Promise<ReadonlyMap<string, CardRow>> {
  if (changes.length === 0) return new Map();
  const cards = await ctx
    .beyondScope(BEYOND)
    .selectFrom('cards.v_card')
    .selectAll()
    .where(
      'id',
      'in',
      changes.map((change) => change.card_id),
    )
    .execute();
  return new Map(cards.map((card) => [card.id, card]));
}
