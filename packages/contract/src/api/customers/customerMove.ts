import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { MoveEffect } from '../../enumerations/customer.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { changedByAnother, notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';
import { currencyOfParent, customerStepSchema, editionsBeyondParent, enterpriseIsLeaf } from './customers.ts';

const refusal = refusalsOf('customers');

export const moveInCircle = refusal.invalid(
  204,
  'moveInCircle',
  '不能移动到自身、其下级或原上级',
  'A customer cannot move below itself, its descendants or its current parent',
);
export const moveBlocked = refusal.conflict(202, 'moveBlocked', '不能移动：{n} {what}', 'Cannot be moved: {n} {what}');

/** The preview of a move: which customers and cards move, what ends, and what prevents it. */
export const previewMove = read({
  name: 'customers.movePreview',
  summary: text('预览移动客户', 'Preview customer move'),
  permission: 'user.move',
  query: { id: idSchema, parentId: idSchema },
  answer: z.object({
    from: z.array(customerStepSchema),
    to: z.array(customerStepSchema),
    customers: z.number().int(),
    cards: z.number().int(),
    findings: z.array(z.object({ what: z.string(), count: z.number().int(), effect: MoveEffect.schema })),
  }),
  refusals: [notFound, moveInCircle, enterpriseIsLeaf, editionsBeyondParent, currencyOfParent],
  example: { query: { id: '11', parentId: '20' } },
});

/**
 * Moves a customer with its descendants to another parent; only the platform may. Refused while it has products distributed by
 * the parent.
 */
export const moveCustomer = change({
  name: 'customers.move',
  summary: text('移动客户', 'Move customer'),
  permission: 'user.move',
  operation: OperationType.values.EditCustomer,
  body: z.strictObject({ id: idSchema, parentId: idSchema, version: z.number().int() }),
  answer: doneSchema,
  refusals: [
    notFound,
    moveInCircle,
    enterpriseIsLeaf,
    editionsBeyondParent,
    currencyOfParent,
    moveBlocked,
    changedByAnother,
  ],
  example: { body: { id: '11', parentId: '20', version: 1 } },
});
