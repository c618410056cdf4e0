import { PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** The merchant in use of a route did not answer, and its backup is in use now. */
export const routeLeft = domainEvent(
  'payments.routeLeft',
  z.object({
    changeId: idSchema,
    customerId: idSchema,
    /** Of the route, as its screen opens it. */
    routeId: z.string(),
    from: z.string(),
    to: z.string(),
  }),
);

/** A payment or its refund goes on only when somebody of its collector decides. */
export const paymentStuck = domainEvent(
  'payments.paymentStuck',
  z.object({
    paymentId: idSchema,
    tradeNo: z.string(),
    scene: PaymentScene.schema,
    /** What is paid for. */
    subjectId: idSchema,
    collectorId: idSchema,
    why: z.enum(['differs', 'refundAbnormal']),
  }),
);
