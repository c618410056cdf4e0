import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { RealNameStatus } from '../../enumerations/card.ts';
import { change, idSchema } from '../../framework/endpoint.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { cardCarrierUnavailable, cardNotFound, realNameUnclear } from '../cards/cardRefusals.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('cardLookups');

const instant = z.iso.datetime({ offset: true });

export const realNameNotOffered = refusal.conflict(821, 'realNameNotOffered', '不能获取：{why}', 'Not possible: {why}');
export const realNameRefused = refusal.conflict(
  822,
  'realNameRefused',
  '运营商拒绝：{why}',
  'Refused by the carrier: {why}',
);
const REFUSALS = [cardNotFound, realNameNotOffered, realNameRefused, realNameUnclear, cardCarrierUnavailable];

/** Asks the carrier now whether the card has a real-name registration, and stores the answer. */
export const askRealName = change({
  name: 'cards.askRealName',
  summary: text('查询实名状态', 'Query real-name status'),
  permission: 'card.sync',
  operation: OperationType.values.RealNameCard,
  body: z.strictObject({ id: idSchema }),
  answer: z.object({
    status: RealNameStatus.schema,
    /** The registration time by the carrier; null if unknown. */
    doneAt: instant.nullable(),
    /** The carrier's further remarks. */
    words: z.string().nullable(),
    readAt: instant,
  }),
  refusals: REFUSALS,
  example: { body: { id: '1' } },
});

/** The carrier's own page where the end user registers; each view asks the carrier again, and the link is not stored. */
export const viewRealNameLink = change({
  name: 'cards.viewRealNameLink',
  summary: text('获取实名链接', 'Get real-name links'),
  path: '/api/cards/v1/real-name-link',
  permission: 'flowCard.realNameLink',
  operation: OperationType.values.RealNameCard,
  idempotency: 'none',
  body: z.strictObject({ id: idSchema }),
  answer: z.object({
    iccid: z.string(),
    url: z.url(),
    /** The carrier's number for it, where it gives one. */
    reference: z.string().nullable(),
    at: instant,
  }),
  refusals: REFUSALS,
  example: { body: { id: '1' } },
});
