import { cardNotFound, commandOpen } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { filled, type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { accountOfLane, actionText, addressOf, type CardRow, lockCard } from '../../cards/face.ts';
import { type CarrierDevice, type CarrierOutcome, callCarrier, carrierAccount } from '../../carriers/face.ts';
import { itemAction, type LeasedBatch, type LeasedItem, type Outcome } from '../../tasks/face.ts';
import { differsIn } from './differenceRules.ts';
import { closeDifference, noteDifference } from './differences.ts';

const MOVED = text('对账期间状态有变化，请再次对账', 'Status changed during reconciliation; reconcile again');
const AGREES = text('一致', 'Agrees');

/** Queries the carrier about each card and records differences. A query can be repeated, so there is no recovery. */
export const reconcileAction = itemAction({
  action: 'reconcile_card',
  permissions: ['platformConfig.reconcile'],
  batchesPerLane: 1,
  pace: async (ctx, lane) => (await carrierAccount(ctx, accountOfLane(lane)))?.callsPerSecond,
  run: async (ctx, batch) => {
    for (const item of batch.items) {
      if (batch.signal.aborted) return;
      const card = await ctx.db
        .selectFrom('cards.v_card')
        .selectAll()
        .where('id', '=', item.targetId)
        .executeTakeFirst();
      if (!card) {
        batch.settle(item, { kind: 'failed', code: cardNotFound.name, words: cardNotFound.text });
        continue;
      }
      const about = { taskId: batch.task.id, signal: batch.signal };
      const heard = await callCarrier(ctx, card.carrier_account_id, 'getDevice', addressOf(card), about);
      if (heard.kind === 'unavailable') {
        batch.holdLane(heard.retryAt, heard.words);
        return;
      }
      await ctx.transact((inside) => compare(inside, batch, item, card, heard));
    }
  },
});

type Heard = Exclude<CarrierOutcome<CarrierDevice>, { kind: 'unavailable' }>;

/** Compares with the card as it was when the carrier was asked; a card changed since is not judged. */
async function compare(ctx: Ctx, batch: LeasedBatch, item: LeasedItem, asked: CardRow, heard: Heard): Promise<void> {
  const settle = (outcome: Outcome) => batch.settleIn(ctx, [[item, outcome]]);
  const card = await lockCard(ctx.db, asked.id);
  if (!card) return settle({ kind: 'failed', code: cardNotFound.name, words: cardNotFound.text });
  if (card.pending_action) {
    const words = filled(commandOpen.text, { action: actionText(card.pending_action) });
    return settle({ kind: 'skipped', code: commandOpen.name, words });
  }
  if (card.carrier_status !== asked.carrier_status) return settle({ kind: 'skipped', code: 'moved', words: MOVED });
  const taskId = batch.task.id;
  if (heard.kind === 'refused' && heard.isUnknown) {
    await noteDifference(ctx, card, { taskId, kind: 'unknown', theirs: null });
    return settle({ kind: 'done', words: heard.words });
  }
  if (heard.kind !== 'ok') return settle({ kind: 'failed', code: heard.kind, words: heard.words });
  const theirs = heard.answer.status;
  if (theirs === card.carrier_status) {
    const found = differsIn(card, heard.answer);
    if (found) {
      await noteDifference(ctx, card, { taskId, ...found });
      return settle({
        kind: 'done',
        words: text(`平台 ${found.ours}，运营商 ${found.theirs}`, `Platform ${found.ours}, carrier ${found.theirs}`),
        before: { [found.kind]: found.ours },
        after: { [found.kind]: found.theirs },
      });
    }
    await closeDifference(ctx, card.id);
    return settle({ kind: 'done', words: AGREES, after: { status: theirs } });
  }
  await noteDifference(ctx, card, { taskId, kind: 'status', theirs });
  return settle({
    kind: 'done',
    words: differing(card.platform as Platform, card.carrier_status, theirs),
    before: { status: card.carrier_status },
    after: { status: theirs },
  });
}

function differing(platform: Platform, ours: string, theirs: string): Text {
  const [mine, other] = [statusTextOf(platform, ours), statusTextOf(platform, theirs)];
  return text(`平台 ${mine.zh}，运营商 ${other.zh}`, `Platform ${mine.en}, carrier ${other.en}`);
}
