import { MOST_ASKED_IN_BATCH } from '@cardinal/contract/api/cardLookups/onlineLookups.ts';
import { tooManyToLookUp } from '@cardinal/contract/api/cardLookups/refusals.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { BatchAction, BatchCard } from '../cardBatches/face.ts';
import { requireEngine } from '../engines/face.ts';
import { keepLookups } from './lookups/startLookup.ts';
import { judgeConsent } from './positioning/consents.ts';
import { keepQueries } from './positioning/locateCards.ts';

const CARDS_AT_ONCE = 500;
const most = { cards: MOST_ASKED_IN_BATCH, refusal: tooManyToLookUp };

/** A batch of questions is paid for and kept as those of their own screens are: each card with its row. */
async function keepQuestions(
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

/** What selected cards can be asked: whether they are online, and where they are. */
export const lookupBatchActions: readonly BatchAction[] = [
  {
    action: 'query_online',
    operation: 'getSession',
    needsLine: true,
    most,
    started: (ctx, { id }, cards) =>
      keepQuestions(ctx, 'diagnosis', cards, (part, before) => keepLookups(ctx, id, 'online', part, before)),
  },
  {
    action: 'query_location',
    takes: { required: ['purpose'] },
    operation: 'getLocations',
    needsLine: true,
    most,
    about: () => sql<string>`c.customer_id::text`,
    judge: async (ctx, _parameters, groups, unasked) => {
      const consent = await judgeConsent(ctx, groups);
      return (group) => unasked(group) ?? consent(group);
    },
    started: (ctx, { id, parameters }, cards) =>
      keepQuestions(ctx, 'location', cards, (part, before) =>
        keepQueries(ctx, id, String(parameters['purpose'] ?? ''), part, before),
      ),
  },
];
