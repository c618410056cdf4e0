import type { Ctx } from '../../../framework/context.ts';
import { merchantBeyondScope } from '../../paymentProviders/face.ts';
import { paymentOf } from '../payment/paymentStore.ts';
import type { PaymentTable } from '../paymentTables.ts';

export type PayableNow = Pick<
  PaymentTable,
  'id' | 'state' | 'target_kind' | 'target_url' | 'merchant_id' | 'collector_id'
> & {
  /** The provider's address, as it is entered at the merchant. */
  readonly providerUrl: string;
};

/** A payment as the room that began it shows it to whoever pays. */
export async function payableNow(ctx: Ctx, id: string): Promise<PayableNow | undefined> {
  const payment = await paymentOf(ctx, id);
  const merchant = payment && (await merchantBeyondScope(ctx, payment.merchant_id));
  return payment && merchant && { ...payment, providerUrl: merchant.base_url };
}
