import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { ReleaseRule } from '../../enumerations/profit.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { notYourself } from '../customers/customers.ts';

/** The longest each rule with days may last. */
export const MOST_RELEASE_DAYS = { afterDays: 90, linearByDay: 366 } as const;

const ruleSchema = { rule: ReleaseRule.schema, days: z.int().min(0).max(MOST_RELEASE_DAYS.linearByDay) };

export const readReleaseRule = read({
  name: 'profitRules.read',
  summary: text('分润解冻规则', 'Release rule'),
  permission: 'user.money',
  query: { customerId: idSchema },
  answer: z.object({ ...ruleSchema, isDefault: z.boolean(), offersChange: z.boolean() }),
  refusals: [notFound],
  example: { query: { customerId: '11' } },
});

/** When a customer below the caller may use what it earns from now on; what it earned before keeps its moment. */
export const setReleaseRule = change({
  name: 'profitRules.set',
  summary: text('设置分润解冻规则', 'Set release rule'),
  permission: 'user.credit',
  operation: OperationType.values.EditCustomer,
  /** Days only with «afterDays», 1 to 90, and «linearByDay», 2 to 366. */
  body: z.strictObject({ customerId: idSchema, rule: ruleSchema.rule, days: ruleSchema.days.optional() }),
  answer: z.object(ruleSchema),
  refusals: [notFound, notYourself],
  example: { body: { customerId: '11', rule: 'afterDays', days: 7 } },
});
