import { EsimCause, EsimOperationKind, EsimOperationState } from '@cardinal/contract/enumerations/esim.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/**
 * The number a chip runs is confirmed to be another: what customers' systems hear as `esim_card_number_change`. Null: none
 * ran before, or none runs now.
 */
export const esimNumberChanged = domainEvent(
  'esim.numberChanged',
  z.object({
    eid: z.string(),
    customerId: idSchema,
    oldIccid: z.string().nullable(),
    newIccid: z.string().nullable(),
    cause: EsimCause.schema,
    at: z.iso.datetime(),
  }),
);

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

/** Numbers of a customer were bound so many days ago and no device has fetched them. */
export const numbersOverdue = domainEvent(
  'esim.numbersOverdue',
  z.object({ customerId: idSchema, numbers: z.number().int(), days: z.number().int(), at: z.iso.datetime() }),
);
