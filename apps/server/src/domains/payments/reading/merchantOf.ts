import type { Ctx } from '../../../framework/context.ts';
import { beyond } from '../payment/paymentStore.ts';

/** The merchant that a payment keeps, for the room whose payment it is. */
export const merchantOf = async (ctx: Ctx, paymentId: string): Promise<string> =>
  (
    await beyond(ctx)
      .selectFrom('payments.payment')
      .select('merchant_id')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
  ).merchant_id;
