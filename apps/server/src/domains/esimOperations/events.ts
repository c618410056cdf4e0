import { EsimOperationKind, EsimOperationState } from '@cardinal/contract/enumerations/esim.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** An operation of a chip was not completed: it failed, or its device was not seen in time. */
export const esimOperationEnded = domainEvent(
  'esim.operationEnded',
  z.object({
    eid: z.string(),
    operationId: idSchema,
    customerId: idSchema,
    kind: EsimOperationKind.schema,
    state: EsimOperationState.schema,
    iccid: z.string().nullable(),
    words: z.object({ zh: z.string(), en: z.string() }).nullable(),
  }),
);

/** A strategy's preferred profile type is out of stock: it used another, or waits. */
export const strategyRanOut = domainEvent(
  'esim.strategyRanOut',
  z.object({
    strategyId: idSchema,
    strategyName: z.string(),
    customerId: idSchema,
    profileType: z.string(),
    eid: z.string(),
    at: z.iso.datetime(),
  }),
);
