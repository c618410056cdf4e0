import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import {
  anotherConfirms,
  collectorDecides,
  nothingToReturn,
  paymentNotFound,
  refundMoved,
  refundNotFound,
} from './refusals.ts';

/** What people of the collector decide where a provider's word alone settles nothing. */
const decision = {
  permission: 'userRecharge.check',
  operation: OperationType.values.AdjustMoney,
  answer: doneSchema,
} as const;

/** Returns what came and is not what was asked for, the way it came. */
export const returnPayment = change({
  ...decision,
  name: 'payments.return',
  summary: text('退回付款', 'Return a payment'),
  body: z.strictObject({ id: idSchema, reason: remarkSchema() }),
  refusals: [paymentNotFound, collectorDecides, nothingToReturn],
  example: { body: { id: '8901', reason: '金额不符，原路退回' } },
});

/** An end user's refund is decided about in its register as well. */
const ofRegister = { ...decision, permission: ['userRecharge.check', 'gzhRefundRecord.manual'] as const };

/** Asks the provider again: an abnormal refund under its number, a failed one, which the provider has ended, under a new one. */
export const askRefundAgain = change({
  ...decision,
  permission: ['userRecharge.check', 'gzhRefundRecord.retry'],
  name: 'payments.refundAgain',
  summary: text('重新退款', 'Ask for a refund again'),
  body: z.strictObject({ id: idSchema }),
  refusals: [refundNotFound, collectorDecides, refundMoved, nothingToReturn],
  example: { body: { id: '8903' } },
});

/** Says that an abnormal refund was paid by a transfer; another person confirms it. */
export const refundByHand = change({
  ...ofRegister,
  name: 'payments.refundByHand',
  summary: text('登记线下退款', 'Enter a refund paid by hand'),
  body: z.strictObject({ id: idSchema, reference: remarkSchema() }),
  refusals: [refundNotFound, collectorDecides, refundMoved],
  example: { body: { id: '8903', reference: '招商银行 202611270001' } },
});

/** Confirms that the transfer was made, or sends the refund back to be dealt with. */
export const confirmRefundByHand = change({
  ...ofRegister,
  name: 'payments.confirmRefund',
  summary: text('确认线下退款', 'Confirm a refund paid by hand'),
  body: z.strictObject({ id: idSchema, isPaid: z.boolean() }),
  refusals: [refundNotFound, collectorDecides, refundMoved, anotherConfirms],
  example: { body: { id: '8903', isPaid: true } },
});
