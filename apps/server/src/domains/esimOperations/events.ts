import { EsimOperationKind, EsimOperationState } from '@cardinal/contract/enumerations/esim.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** Something asked of a chip did not come about: it failed, or its device was not seen in time. */
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

/** A kind of number a strategy asks for first is in stock no longer: it fell back to another, or waits. */
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
