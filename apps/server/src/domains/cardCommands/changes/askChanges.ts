import { CARD_ACTIONS } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { mapConcurrently } from '../../../framework/mapConcurrently.ts';
import { accountOfLane, addressOf, askedAtOnce, changeableItems, lockCard, writeEvents } from '../../cards/face.ts';
import { type CardAddress, carrierAccount } from '../../carriers/face.ts';
import { itemAction, type LeasedBatch, type LeasedItem, type Outcome } from '../../tasks/face.ts';
import { hasExpired, holdForCarrier } from '../commands/expireItems.ts';
import { EXPIRED_ADVICE } from '../commands/waitingRules.ts';
import {
  CHANGE_ACTIONS,
  type ChangeAction,
  changeVerdict,
  judgedCard,
  type RequestedChange,
  requestedChangeOf,
  standing,
} from './changeKinds.ts';
import { confirmChangesAt } from './changeSchedule.ts';
import {
  type AskedChange,
  askFor,
  forgetChange,
  insertChange,
  lineOf,
  noteAsked,
  openChangeOf,
} from './changeStore.ts';
import { dropChange } from './endChange.ts';
import { termsOf } from './judgeChanges.ts';

const IN_WORK = text('有未确认的同类变更', 'A change of the same kind is waiting for the carrier');

/**
 * Requests a change for every card of the leased batch; a card's state changes only when the carrier confirms it. Each request
 * is recorded before the call, so that one left by a dead worker is found and followed up.
 */
async function askChanges(ctx: Ctx, batch: LeasedBatch, action: ChangeAction): Promise<void> {
  if (await hasExpired(ctx, batch)) return;
  const wish = requestedChangeOf(action, batch.task.parameters);
  const accountId = accountOfLane(batch.lane);
  const [items, account] = await Promise.all([changeableItems(ctx, batch), carrierAccount(ctx, accountId)]);
  let isAsked = false;
  let isHeld = false;
  const ask = async (item: LeasedItem) => {
    const ready = await ctx.transact((inside) => prepare(inside, batch, item, action, wish));
    if (!ready) return;
    const { change, address } = ready;
    const outcome = await askFor(ctx, change, address, { taskId: batch.task.id, signal: batch.signal });
    await ctx.transact(async (inside) => {
      switch (outcome.kind) {
        case 'unavailable':
          await forgetChange(inside, change);
          return batch.settleIn(inside, [[item, { kind: 'again' }]]);
        case 'refused': {
          const { words } = outcome;
          await dropChange(inside, change, 'refused', words);
          return batch.settleIn(inside, [[item, { kind: 'failed', code: 'refused', words }]]);
        }
        default: {
          const reference = outcome.kind === 'ok' ? outcome.answer.reference : null;
          await sent(inside, change, { isUnclear: outcome.kind === 'unclear', reference });
          return batch.settleIn(inside, [[item, { kind: 'confirming', reference: reference ?? undefined }]]);
        }
      }
    });
    isAsked ||= outcome.kind === 'ok' || outcome.kind === 'unclear';
    if (outcome.kind === 'unavailable' && !outcome.isThisCard) {
      isHeld = true;
      await holdForCarrier(ctx, batch, outcome);
    }
  };
  await mapConcurrently(items, askedAtOnce(account), ask, () => !isHeld && !batch.signal.aborted);
  if (isAsked) await confirmChangesAt(ctx, accountId);
}

async function sent(ctx: Ctx, change: AskedChange, how: { isUnclear: boolean; reference: string | null }) {
  await noteAsked(ctx, change, how);
  await writeEvents(ctx, [{ ...lineOf(change), result: 'asked', carrierRef: how.reference }]);
}

/** Decides again on the locked card and records the request that is about to be sent. */
async function prepare(
  ctx: Ctx,
  batch: LeasedBatch,
  item: LeasedItem,
  action: ChangeAction,
  wish: RequestedChange,
): Promise<{ change: AskedChange; address: CardAddress } | undefined> {
  const settle = async (outcome: Outcome) => {
    await batch.settleIn(ctx, [[item, outcome]]);
    return undefined;
  };
  const card = item.targetId ? await lockCard(ctx.db, item.targetId) : undefined;
  if (!card) return settle({ kind: 'failed', code: cardNotFound.name, words: cardNotFound.text });
  const terms = await termsOf(ctx, wish, [card.carrier_account_id]);
  const verdict = changeVerdict(judgedCard(card, wish), wish, terms(card.carrier_account_id));
  if (verdict) return settle({ kind: 'skipped', code: verdict.key, words: verdict.words });
  const change: AskedChange = {
    card_id: card.id,
    aspect: wish.aspect,
    id: ctx.ids.next(),
    iccid: card.iccid,
    customer_id: card.customer_id,
    carrier_account_id: card.carrier_account_id,
    action,
    from_value: standing(card, wish.aspect),
    to_value: wish.to,
    task_id: batch.task.id,
    account_id: batch.task.accountId,
    account_name: batch.task.accountName,
    account_customer_id: batch.task.customerId,
    is_sent: false,
    is_unclear: false,
    carrier_ref: null,
    asked_at: ctx.clock.now(),
    sent_at: null,
    next_check_at: null,
    checks: 0,
    tries: 0,
  };
  if (!(await insertChange(ctx, change))) return settle({ kind: 'skipped', code: 'changeOpen', words: IN_WORK });
  return { change, address: addressOf(card) };
}

/**
 * The worker died after starting these items. A request that may have been sent is followed up like a call without an answer.
 */
async function recoverChanges(ctx: Ctx, batch: LeasedBatch, action: ChangeAction): Promise<void> {
  const { aspect } = CHANGE_ACTIONS[action];
  for (const item of batch.items) {
    await ctx.transact(async (inside) => {
      const change = await openChangeOf(inside, { card_id: item.targetId ?? '0', aspect, task_id: batch.task.id });
      if (!change) return batch.settleIn(inside, [[item, { kind: 'again' }]]);
      if (!change.is_sent) await sent(inside, change, { isUnclear: true, reference: null });
      return batch.settleIn(inside, [[item, { kind: 'confirming' }]]);
    });
  }
  await confirmChangesAt(ctx, accountOfLane(batch.lane));
}

export const changeActions = (Object.keys(CHANGE_ACTIONS) as ChangeAction[]).map((action) =>
  itemAction({
    action,
    permissions: CARD_ACTIONS[action],
    chunkSize: 40,
    batchesPerLane: 1,
    run: (ctx, batch) => askChanges(ctx, batch, action),
    recover: (ctx, batch) => recoverChanges(ctx, batch, action),
    advice: (code) => (code === 'expired' ? EXPIRED_ADVICE : undefined),
    pace: async (ctx, lane) => (await carrierAccount(ctx, accountOfLane(lane)))?.callsPerSecond,
  }),
);
