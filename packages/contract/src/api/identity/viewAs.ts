import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, idSchema } from '../../framework/endpoint.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { customerStepSchema, viewBelowOnly } from '../customers/customers.ts';

/**
 * A look with the eyes of a customer below: half an hour at most, nothing can be changed, and of its rights only those I
 * hold too. Signing out with the token ends it sooner.
 */
export const viewAs = change({
  name: 'customers.viewAs',
  summary: text('代看客户', 'View as customer'),
  permission: 'user.viewAs',
  // The answer holds a token, which is kept nowhere.
  idempotency: 'none',
  operation: OperationType.values.ViewSensitive,
  body: z.strictObject({ id: idSchema }),
  answer: z.object({
    token: z.string(),
    expiresAt: z.iso.datetime({ offset: true }),
    customer: customerStepSchema,
  }),
  refusals: [notFound, viewBelowOnly],
  example: { body: { id: '11' } },
});
