import { MOST_ASKED_IN_BATCH } from '@cardinal/contract/api/cardLookups/onlineLookups.ts';
import { tooManyToLookUp } from '@cardinal/contract/api/cardLookups/refusals.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { BatchAction, BatchCard } from '../../cardBatches/face.ts';
import { requireEngine } from '../../engines/face.ts';
import { keepLookups } from './startLookup.ts';

const CARDS_AT_ONCE = 500;
export const MOST_IN_BATCH = { cards: MOST_ASKED_IN_BATCH, refusal: tooManyToLookUp };

/** Charges and stores a batch of queries like those of their own screens: one row per card. */
export async function keepQuestions(
  ctx: Ctx,
  engine: Parameters<typeof requireEngine>[1],
  cards: readonly BatchCard[],
  keep: (part: readonly BatchCard[], before: number) => Promise<void>,
): Promise<void> {
  await requireEngine(
    ctx,
    engine,
    cards.map((card) => card.id),
  );
  for (let from = 0; from < cards.length; from += CARDS_AT_ONCE) {
    await keep(cards.slice(from, from + CARDS_AT_ONCE), from);
  }
}

export const onlineBatchAction: BatchAction = {
  action: 'query_online',
  operation: 'getSession',
  needsLine: true,
  most: MOST_IN_BATCH,
  started: (ctx, { id }, cards) =>
    keepQuestions(ctx, 'diagnosis', cards, (part, before) => keepLookups(ctx, id, 'online', part, before)),
};
