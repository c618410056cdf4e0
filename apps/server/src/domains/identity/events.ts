import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** An account was deleted; its work continues under its customer, or under the account it was handed to. */
export const accountDeleted = domainEvent(
  'identity.accountDeleted',
  z.object({ accountId: idSchema, customerId: idSchema, handOverTo: idSchema.nullable() }),
);
