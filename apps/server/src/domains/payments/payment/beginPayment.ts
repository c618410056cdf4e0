import { noMerchantTakes, providerNotOffered } from '@cardinal/contract/api/payments/refusals.ts';
import { PassedOver, type PaymentProvider, PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Payer } from '../routing/collectors.ts';
import { firstThatTakes, type NamedMerchants } from '../routing/namedMerchants.ts';
import { routeOf } from '../routing/tryRoute.ts';
import { newPayment } from './newPayment.ts';

/** Nobody pays later than this; then it is closed at the provider. */
export const PAYABLE_MS = 15 * 60_000;
/** WeChat's page for phones can be opened for five minutes. */
const ON_PHONE_MS = 5 * 60_000;

export type Begun = {
  readonly paymentId: string;
  readonly tradeNo: string;
  /** Who gets the money, and into which account of the route; null where another room named the merchants. */
  readonly collectorId: string;
  readonly collectingAccountId: string | null;
  readonly merchantId: string;
};

type Asked = {
  readonly scene: PaymentScene;
  readonly payer: Payer;
  readonly provider: PaymentProvider;
  readonly amount: bigint;
  readonly through?: NamedMerchants | undefined;
};

/** Who collects it, and through which merchant. */
async function wayOf(
  ctx: Ctx,
  { amount, payer, provider, scene, through }: Asked,
): Promise<Pick<Begun, 'collectorId' | 'collectingAccountId' | 'merchantId'>> {
  if (through) {
    const merchantId = await firstThatTakes(ctx, through, payer.currency, amount);
    return { collectorId: through.collectorId, collectingAccountId: null, merchantId };
  }
  const own = await routeOf(ctx, payer, { scene, provider }, amount);
  // Whoever has no route of its own for a scene is paid where its children recharge.
  const { chosen, collector, passedOver } = own.collector
    ? own
    : await routeOf(ctx, payer, { scene: PaymentScene.values.balanceRecharge, provider }, amount);
  if (!collector) throw new Refused(providerNotOffered);
  if (!chosen?.merchant_id) {
    throw new Refused(noMerchantTakes, { reason: PassedOver.labelOf(passedOver[0]?.why) });
  }
  return { collectorId: collector.customerId, collectingAccountId: chosen.id, merchantId: chosen.merchant_id };
}

/**
 * Begins a payment in the caller's transaction, through the merchant that the route names now; it keeps its merchant whatever
 * the route becomes. The provider is asked once the transaction has ended. Refused where no merchant takes the amount.
 */
export async function beginPayment(
  ctx: Ctx,
  asked: {
    readonly scene: PaymentScene;
    readonly subjectId: string;
    readonly payer: Payer & { readonly id: string };
    readonly provider: PaymentProvider;
    readonly amount: bigint;
    /** What the buyer reads at the provider. */
    readonly description: string;
    /** Where a page of the provider leads back to. */
    readonly returnUrl: string;
    /** Where it is paid on a sheet within the provider's own program: for whom. */
    readonly buyer?: { readonly appid: string; readonly openid: string };
    /** Merchants that another room names instead of a route, in their order, all of one owner; no account stands for them. */
    readonly through?: NamedMerchants | undefined;
    /** Where it is paid in a phone's own browser: from which address. */
    readonly phoneAddress?: string | undefined;
  },
): Promise<Begun> {
  const { amount, payer, provider, scene } = asked;
  const { collectorId, collectingAccountId, merchantId } = await wayOf(ctx, asked);
  const begun = await newPayment(ctx, {
    scene,
    subject_id: asked.subjectId,
    payer_id: payer.id,
    collector_id: collectorId,
    provider,
    merchant_id: merchantId,
    collecting_account_id: collectingAccountId,
    program_route_id: asked.through?.id ?? null,
    contract_no: null,
    currency: payer.currency,
    amount: String(amount),
    description: asked.description,
    return_url: asked.returnUrl,
    buyer_appid: asked.buyer?.appid ?? null,
    buyer_openid: asked.buyer?.openid ?? null,
    phone_address: asked.phoneAddress ?? null,
    expires_at: new Date(ctx.clock.now().getTime() + (asked.phoneAddress ? ON_PHONE_MS : PAYABLE_MS)),
  });
  return { ...begun, collectorId, collectingAccountId, merchantId };
}
