import { SuspendReason } from '@cardinal/contract/enumerations/externalPackage.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** Packages went off the shelf for what their source says; published once for all that one sync or change found. */
export const packagesSuspended = domainEvent(
  'externalPackages.packagesSuspended',
  z.object({
    /** Unique. */
    id: idSchema,
    customerId: idSchema,
    sourceId: idSchema,
    sourceName: z.string(),
    /** The first of them, and how many there are. */
    packages: z.array(z.object({ name: z.string(), reason: SuspendReason.schema })),
    count: z.number().int(),
  }),
);

/** Orders at a source have had no clear answer for half an hour; published once for each. */
export const ordersUnclear = domainEvent(
  'externalPackages.ordersUnclear',
  z.object({
    id: idSchema,
    customerId: idSchema,
    sourceId: idSchema,
    sourceName: z.string(),
    /** The order of the first, and how many cards there are. */
    orderNo: z.string(),
    count: z.number().int(),
  }),
);

/** What is left at a source fell to what its owner wants to be told of; published once until it is above again. */
export const sourceLow = domainEvent(
  'externalPackages.sourceLow',
  z.object({
    id: idSchema,
    customerId: idSchema,
    sourceId: idSchema,
    sourceName: z.string(),
    balance: z.string(),
    currency: z.string(),
  }),
);
