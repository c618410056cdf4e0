import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, idSchema } from '../../framework/endpoint.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { cardCarrierUnavailable, cardNotFound, lineUnanswered } from '../cards/cardRefusals.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('cardLookups');

/** What a carrier said of a card's line when it was asked; null is what its interface does not tell, or has not told. */
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
  /** Why the carrier has stopped the card, in its own words. */
  stopReason: z.object({ code: z.string().nullable(), words: z.string() }).nullable(),
  binding: z
    .object({
      /** The device it is tied to at the carrier; null: to none, or it does not say to which. */
      boundImei: z.string().nullable(),
      /** It was seen in another device than its own; null where the carrier cannot tell. */
      isSeparated: z.boolean().nullable(),
      separatedAt: z.iso.datetime({ offset: true }).nullable(),
    })
    .nullable(),
  /** The carrier's own packages of the card, which need not be what it was sold with here. */
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
 * Asks the carrier now for services, stop reason, device and allowances of a line, whichever its interface has, and keeps
 * what it says.
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
