import { CARD_ACTIONS } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { cardNotFound, refreshNotAllowed } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { BatchAction } from '../../cardBatches/face.ts';
import { applyReadings } from '../../cardCommands/face.ts';
import { accountOfLane, addressOf } from '../../cards/face.ts';
import { callCarrier, carrierAccount } from '../../carriers/face.ts';
import { itemAction } from '../../tasks/face.ts';
import { knownAgain, noteUnknown } from '../differences/unknownCards.ts';

/** Queries the carrier about each card and applies the answer. A query can be repeated, so there is no recovery. */
export const syncAction = itemAction({
  action: 'sync_card',
  permissions: CARD_ACTIONS.sync_card,
  batchesPerLane: 1,
  pace: async (ctx, lane) => (await carrierAccount(ctx, accountOfLane(lane)))?.callsPerSecond,
  run: async (ctx, turn) => {
    for (const item of turn.items) {
      if (turn.signal.aborted) return;
      const card = await ctx.db
        .selectFrom('cards.v_card')
        .select(['id', 'iccid', 'imsi', 'business_number', 'platform', 'carrier_account_id'])
        .where('id', '=', item.targetId)
        .executeTakeFirst();
      if (!card) {
        turn.settle(item, { kind: 'failed', code: cardNotFound.name, words: cardNotFound.text });
        continue;
      }
      const readAt = ctx.clock.now();
      // A long list of cards yields to commands and to cards somebody has open.
      const about = { taskId: turn.task.id, signal: turn.signal, urgency: 'soon' as const };
      const outcome = await callCarrier(ctx, card.carrier_account_id, 'getDevice', addressOf(card), about);
      switch (outcome.kind) {
        case 'ok':
          await ctx.transact(async (inside) => {
            await knownAgain(inside, [card.id]);
            await applyReadings(inside, card.carrier_account_id, [outcome.answer], { readAt, isDirect: true });
          });
          turn.settle(item, { kind: 'done', after: { status: outcome.answer.status } });
          break;
        case 'unavailable':
          turn.holdLane(outcome.retryAt, outcome.words);
          return;
        default:
          if (outcome.kind === 'refused' && outcome.isUnknown) {
            await ctx.transact((inside) => noteUnknown(inside, [card.id]));
          }
          turn.settle(item, { kind: 'failed', code: outcome.kind, words: outcome.words });
      }
    }
  },
});

const BEYOND_REFRESH = { key: 'beyondRefresh', words: refreshNotAllowed.text };
const FRESH = { key: 'fresh', words: text('1 分钟内已刷新过', 'Refreshed less than a minute ago') };

export const syncBatchAction: BatchAction = {
  action: 'sync_card',
  operation: 'getDevice',
  judge: (_ctx, _parameters, _groups, unasked) => (group) => {
    const isOver = group.isExpired || lifecycleOf(group.platform, group.carrierStatus) === 'cancelled';
    return isOver ? BEYOND_REFRESH : (unasked(group) ?? (group.isFresh ? FRESH : undefined));
  },
};
