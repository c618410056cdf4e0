import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, idSchema } from '../../framework/endpoint.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { cardCarrierUnavailable, cardNotFound, lineUnanswered } from '../cards/cardRefusals.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('cardLookups');

/** A carrier's last answer about a card's line; null for what its interface does not or did not report. */
export const lineReadingSchema = z.object({
  readAt: z.iso.datetime({ offset: true }),
  services: z
    .array(
      z.object({
        service: z.enum(['data', 'voice', 'sms', 'roaming']),
        isOn: z.boolean(),
        apn: z.string().nullable(),
      }),
    )
    .nullable(),
  /** The carrier's stop reason, in its own words. */
  stopReason: z.object({ code: z.string().nullable(), words: z.string() }).nullable(),
  binding: z
    .object({
      /** The device it is bound to at the carrier; null if none or unknown. */
      boundImei: z.string().nullable(),
      /** Whether it was seen in another device; null if the carrier cannot tell. */
      isSeparated: z.boolean().nullable(),
      separatedAt: z.iso.datetime({ offset: true }).nullable(),
    })
    .nullable(),
  /** The carrier's own packages of the card, which may differ from what was sold here. */
  allowances: z
    .array(
      z.object({
        name: z.string(),
        totalBytes: z.string().nullable(),
        usedBytes: z.string().nullable(),
        /** It counts for some services alone; null where the carrier does not say. */
        isDirected: z.boolean().nullable(),
      }),
    )
    .nullable(),
});
export type LineReading = z.output<typeof lineReadingSchema>;

export const lineNotTold = refusal.conflict(823, 'lineNotTold', '不能查询：{why}', 'Not possible: {why}');

/**
 * Asks the carrier now for services, stop reason, device and allowances of a line, as far as its interface has them, and stores
 * the answer.
 */
export const askLine = change({
  name: 'cards.askLine',
  summary: text('查询运营商侧功能与停机原因', 'Query features and stop reason at the carrier'),
  permission: 'card.sync',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema }),
  answer: lineReadingSchema,
  refusals: [cardNotFound, lineNotTold, lineUnanswered, cardCarrierUnavailable],
  example: { body: { id: '1' } },
});
