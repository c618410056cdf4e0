import { CARD_ACTIONS } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { spellingsOf } from '@cardinal/primitives/iccid.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { provinceOf } from '../../../places/provinces.ts';
import { accountOfLane, addressOf, type CardRow, noteProvince } from '../../cards/face.ts';
import {
  type AnswerOf,
  type CarrierOutcome,
  callCarrier,
  capabilitiesOf,
  carrierAccount,
} from '../../carriers/face.ts';
import { itemAction, type LeasedBatch, type LeasedItem } from '../../tasks/face.ts';
import { whyUnknown } from '../lookups/lookupRules.ts';
import { sealPosition } from './sealedPosition.ts';

const NO_POSITION = text('运营商没有该卡的位置', 'The carrier has no location for this card');

/**
 * Queries carriers for card positions, in each one's own batches. Without an answer there is no position, never a default one.
 */
export const locationAction = itemAction({
  action: 'query_location',
  permissions: CARD_ACTIONS.query_location,
  chunkSize: 20,
  batchesPerLane: 1,
  pace: async (ctx, lane) => (await carrierAccount(ctx, accountOfLane(lane)))?.callsPerSecond,
  run: async (ctx, batch) => {
    const size = (await capabilitiesOf(ctx, accountOfLane(batch.lane)))?.batchSizes.getLocations ?? 1;
    for (let at = 0; at < batch.items.length && !batch.signal.aborted; at += size) {
      await locateBatch(ctx, batch, batch.items.slice(at, at + size));
    }
  },
});

type Located = CarrierOutcome<AnswerOf<'getLocations'>>;

async function locateBatch(ctx: Ctx, batch: LeasedBatch, items: readonly LeasedItem[]): Promise<void> {
  const ids = items.flatMap((item) => (item.targetId ? [item.targetId] : []));
  const cards = await ctx.db.selectFrom('cards.v_card').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(cards.map((card) => [card.id, card]));
  await note(ctx, batch, ids, { state: 'asking' });
  const askedAt = ctx.clock.now();
  const heard: Located =
    cards.length > 0
      ? await callCarrier(
          ctx,
          accountOfLane(batch.lane),
          'getLocations',
          { cards: cards.map(addressOf) },
          { taskId: batch.task.id, signal: batch.signal },
        )
      : { kind: 'ok', answer: { found: [], unknown: [] } };
  await ctx.transact(async (inside) => {
    for (const item of items) await settle(inside, batch, item, byId.get(item.targetId ?? ''), heard, askedAt);
  });
}

async function settle(
  ctx: Ctx,
  batch: LeasedBatch,
  item: LeasedItem,
  card: CardRow | undefined,
  heard: Located,
  askedAt: Date,
): Promise<void> {
  const position =
    card && heard.kind === 'ok'
      ? heard.answer.found.find(({ iccid }) => spellingsOf(iccid).includes(card.iccid))
      : undefined;
  const hasPlace = position && (position.district !== null || position.latitude !== null);
  if (!position || !hasPlace) {
    const words: Text = card ? (whyUnknown(heard) ?? NO_POSITION) : cardNotFound.text;
    await note(ctx, batch, [item.targetId ?? '0'], {
      state: 'done',
      is_found: false,
      words: JSON.stringify(words),
      asked_at: askedAt,
    });
    const code = card ? (heard.kind === 'ok' ? 'noPosition' : heard.kind) : cardNotFound.name;
    return batch.settleIn(ctx, [[item, { kind: 'failed', code, words }]]);
  }
  const row = await ctx.db
    .selectFrom('card_lookups.position_query')
    .select('id')
    .where('card_id', '=', item.targetId ?? '0')
    .where('task_id', '=', batch.task.id)
    .executeTakeFirstOrThrow();
  await note(ctx, batch, [item.targetId ?? '0'], {
    state: 'done',
    is_found: true,
    source: position.source,
    accuracy_metres: position.accuracyMetres === null ? null : Math.round(position.accuracyMetres),
    sealed: sealPosition(ctx, row.id, position),
    located_at: position.at,
    asked_at: askedAt,
  });
  // Only the province is stored unencrypted, so that cards can be counted by it.
  await noteProvince(ctx.db, item.targetId ?? '0', provinceOf(position) ?? null);
  // The position is not stored in the task: more people may read tasks than positions.
  return batch.settleIn(ctx, [[item, { kind: 'done' }]]);
}

const note = (
  ctx: Ctx,
  batch: LeasedBatch,
  cardIds: readonly string[],
  change: Record<string, unknown>,
): Promise<unknown> =>
  cardIds.length === 0
    ? Promise.resolve()
    : ctx.db
        .updateTable('card_lookups.position_query')
        .set(change)
        .where('card_id', 'in', [...cardIds])
        .where('task_id', '=', batch.task.id)
        .execute();
