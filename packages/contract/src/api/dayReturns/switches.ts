import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { DayReturnState } from '../../enumerations/dayReturn.ts';
import { Currency } from '../../enumerations/money.ts';
import { change, doneSchema, read } from '../../framework/endpoint.ts';
import { integerString } from '../../framework/fields.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { noReceiverOfMethod } from '../cashOuts/refusals.ts';
import { sentAmountSchema } from '../customerAccounts/amounts.ts';

/** Whether the profit of the caller's customer is cashed out each night. */
export const readDaySwitch = read({
  name: 'daySwitch.read',
  summary: text('日返设置', 'Day return'),
  permission: 'receivePaymentConfig.view',
  scope: 'own',
  answer: z.object({
    /** The platform has no profit to cash out. */
    isOffered: z.boolean(),
    isOn: z.boolean(),
    currency: Currency.schema,
    /** Less is carried to the next night. */
    least: integerString,
    /** Of China's day. */
    hour: z.number().int(),
    /** 0: nobody has set it. */
    version: z.number().int(),
    nextAt: z.iso.datetime({ offset: true }).nullable(),
    /** The night before. */
    last: z
      .object({
        day: z.iso.date(),
        state: DayReturnState.schema,
        amount: integerString,
        why: z.string().nullable(),
      })
      .nullable(),
  }),
});

/** From the next night on. */
export const setDaySwitch = change({
  name: 'daySwitch.set',
  summary: text('设置日返', 'Set day return'),
  permission: 'receivePaymentConfig.daily',
  operation: OperationType.values.EditConfiguration,
  scope: 'own',
  body: z.strictObject({
    version: z.number().int().min(0),
    isOn: z.boolean(),
    least: sentAmountSchema('zero'),
    hour: z.number().int().min(0).max(23),
  }),
  answer: doneSchema,
  refusals: [noReceiverOfMethod, changedByAnother],
  example: { body: { version: 0, isOn: true, least: '10.00', hour: 2 } },
});
