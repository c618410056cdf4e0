import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, idSchema } from '../../framework/endpoint.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { customerStepSchema, viewBelowOnly } from '../customers/customers.ts';

/**
 * A view of a customer below: at most half an hour, read-only, limited to permissions that the caller has too. Signing out with
 * the token ends it sooner.
 */
export const viewAs = change({
  name: 'customers.viewAs',
  summary: text('代看客户', 'View as customer'),
  permission: 'user.viewAs',
  // The answer contains a token, which is not stored.
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
