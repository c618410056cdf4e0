import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, idSchema } from '../../framework/endpoint.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { cardNotFound } from '../cards/cardRefusals.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('cardLookups');

/** How a card without an interface is maintained: what may be set, and who set it last. */
export const byHandSchema = z.object({
  /** The carrier statuses that a card may be set to. */
  statuses: z.array(z.object({ word: z.string(), text: z.string() })),
  /** Why the caller may not set it; null if allowed. */
  why: z.string().nullable(),
  last: z.object({ at: z.iso.datetime({ offset: true }), by: z.string().nullable(), note: z.string() }).nullable(),
});

export const notByHand = refusal.conflict(
  824,
  'notByHand',
  '该卡由运营商接口维护，不能人工修改',
  'The card’s status comes from the carrier’s interface and cannot be set manually',
);
export const sameByHand = refusal.conflict(825, 'sameByHand', '状态无变化', 'Status unchanged');

/** Sets the status of a card whose carrier has no interface; no carrier is asked. */
export const editByHand = change({
  name: 'cards.editByHand',
  summary: text('人工维护卡状态', 'Set card status manually'),
  permission: 'cardOther.edit',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema, status: z.string().min(1).max(64), note: remarkSchema() }),
  answer: z.object({ id: idSchema }),
  refusals: [cardNotFound, notByHand, sameByHand],
  example: { body: { id: '1', status: 'STOP', note: '合作方来函停机' } },
});
