import { sql } from 'kysely';
import type { BatchAction } from '../../cardBatches/face.ts';
import { keepQuestions, MOST_IN_BATCH } from '../lookups/onlineBatchAction.ts';
import { judgeConsent } from './consents.ts';
import { keepQueries } from './locateCards.ts';

export const locationBatchAction: BatchAction = {
  action: 'query_location',
  operation: 'getLocations',
  needsLine: true,
  most: MOST_IN_BATCH,
  about: () => sql<string>`c.customer_id || '/' || c.id`,
  judge: async (ctx, _parameters, groups, unasked) => {
    const consent = await judgeConsent(ctx, groups);
    return (group) => unasked(group) ?? consent(group);
  },
  started: (ctx, { id, parameters }, cards) =>
    keepQuestions(ctx, 'location', cards, (part, before) =>
      keepQueries(ctx, id, String(parameters['purpose'] ?? ''), part, before),
    ),
};
