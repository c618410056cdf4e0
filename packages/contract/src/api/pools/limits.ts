import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { integerString } from '../../framework/fields.ts';
import { MOST_TICKED } from '../../framework/paging.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import {
  noQuotaFromAbove,
  notInThisPool,
  poolClosed,
  poolNotFound,
  quotaFromAbove,
  quotaNotMore,
  quotaOversold,
} from './refusals.ts';

const volume = z.string().regex(/^[1-9]\d{0,17}$/);
const changing = { operation: OperationType.values.EditConfiguration } as const;

/** What a quota would mean for the cards of a sub-pool. */
export const previewQuota = read({
  name: 'cardPools.quotaPreview',
  summary: text('配额预检', 'Preview a quota'),
  permission: 'cardPool.setQuota',
  query: { id: idSchema, quotaBytes: volume.optional() },
  answer: z.object({
    used: integerString,
    quotaBytes: integerString.nullable(),
    /** It is no more than what is used, and less than the quota of now: it holds from the next cycle on unless forced. */
    isBelowUsed: z.boolean(),
    /** Cards that run and that it stops once it holds. */
    willStop: z.number().int(),
    /** Cards that the quota of now holds stopped, and that it lets go. */
    willRun: z.number().int(),
    isDecidedByStrategy: z.boolean(),
    cycleEndsAt: z.iso.datetime({ offset: true }),
  }),
  refusals: [poolNotFound],
  example: { query: { id: '1', quotaBytes: '53687091200' } },
});

/** Of a sub-pool, by a customer above its own. */
export const setQuota = change({
  name: 'cardPools.setQuota',
  summary: text('设置配额', 'Set the quota'),
  permission: 'cardPool.setQuota',
  ...changing,
  body: z.strictObject({
    id: idSchema,
    version: z.int(),
    quotaBytes: volume.nullable(),
    /** Holds at once although more is used; otherwise it then holds from the next cycle on. */
    isForced: z.boolean().optional(),
    /** Whoever may oversell says so, once he has been told of it. */
    allowOversell: z.boolean().optional(),
  }),
  answer: z.object({
    /** When it holds from; null: at once. */
    from: z.iso.datetime({ offset: true }).nullable(),
  }),
  refusals: [poolNotFound, poolClosed, changedByAnother, quotaFromAbove, quotaOversold],
  example: { body: { id: '1', version: 1, quotaBytes: '53687091200' } },
});

/** The customer of a sub-pool asks whoever set its quota for more; what it asked before is replaced. */
export const requestQuota = change({
  name: 'cardPools.requestQuota',
  summary: text('申请配额', 'Ask for more quota'),
  permission: 'cardPool.requestQuota',
  ...changing,
  body: z.strictObject({ id: idSchema, quotaBytes: volume, why: z.string().trim().max(255) }),
  answer: z.object({ at: z.iso.datetime({ offset: true }) }),
  refusals: [poolNotFound, poolClosed, noQuotaFromAbove, quotaNotMore],
  example: { body: { id: '1', quotaBytes: '85899345920', why: '双十一活动' } },
});

const capped = {
  poolId: idSchema,
  /** Memberships, as the list of the pool's cards has them. */
  ids: z.array(idSchema).min(1).max(MOST_TICKED),
  /** How much each may use in a cycle; null: no cap. */
  capBytes: volume.nullable(),
};

/** What a cap would mean for cards of a pool. */
export const previewCap = change({
  name: 'cardPools.capPreview',
  summary: text('单卡上限预检', 'Preview a card cap'),
  permission: 'cardPool.setCap',
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject(capped),
  answer: z.object({
    cards: z.number().int(),
    /** Selected cards that were in the pool and are not any more. */
    notIn: z.number().int(),
    /** Cards that have used as much already, and run: they are stopped at once. */
    willStop: z.number().int(),
    /** Cards that their cap holds stopped, and that it lets go. */
    willRun: z.number().int(),
  }),
  refusals: [poolNotFound],
  example: { body: { poolId: '1', ids: ['2'], capBytes: '1073741824' } },
});

/** A card that used its cap in a cycle is stopped; it runs again in the next, with a higher cap, or out of the pool. */
export const setCap = change({
  name: 'cardPools.setCap',
  summary: text('设置单卡上限', 'Set a card cap'),
  permission: 'cardPool.setCap',
  ...changing,
  body: z.strictObject(capped),
  answer: z.object({ cards: z.number().int() }),
  refusals: [poolNotFound, poolClosed, notInThisPool],
  example: { body: { poolId: '1', ids: ['2'], capBytes: '1073741824' } },
});
