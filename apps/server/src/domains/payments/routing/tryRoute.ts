import { sentAmount } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import type {
  readTransferTo as transferEndpoint,
  tryPaymentRoute as tryEndpoint,
} from '@cardinal/contract/api/payments/paymentRoutes.ts';
import { PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { type CustomerFacts, customerNames, customerOf } from '../../customers/face.ts';
import { accountLabel, remarkCode } from '../accounts/accountRules.ts';
import { numberPlace } from '../accounts/accountStore.ts';
import { collectedToday } from './collected.ts';
import { collectorOf } from './collectors.ts';
import { choose } from './routeRules.ts';

/** The account a payer would use now, by the same rules wherever it is asked. */
async function routeOf(ctx: Ctx, payer: CustomerFacts, scene: PaymentScene, written: string | undefined) {
  const amount = written === undefined ? undefined : sentAmount('amount', written, payer.currency, 'smallest').minor;
  const collector = await collectorOf(ctx, payer, scene);
  const accounts = collector?.accounts ?? [];
  const { chosen, passedOver } = choose(
    accounts,
    amount,
    await collectedToday(
      ctx,
      accounts.map(({ id }) => id),
    ),
  );
  return {
    collector,
    chosen,
    passedOver: passedOver.map(({ account, why }) => ({ account: accountLabel(account), why })),
  };
}

export async function tryPaymentRoute(
  ctx: Ctx,
  { customerId, scene, amount }: QueryOf<typeof tryEndpoint>,
): Promise<AnswerOf<typeof tryEndpoint>> {
  const payer = await customerOf(ctx.db, customerId);
  if (!payer) throw new Refused(notFound);
  const { collector, chosen, passedOver } = await routeOf(ctx, payer, scene, amount);
  const { currency } = payer;
  const nobody = payer.kind === 'PLATFORM' ? 'idle' : 'hole';
  const names = await customerNames(ctx.db, collector ? [collector.customerId] : []);
  return {
    currency,
    coverage: collector ? (collector.isParent ? 'own' : 'inherited') : nobody,
    collectorName: names.get(collector?.customerId ?? '') ?? null,
    account: chosen ? accountLabel(chosen) : null,
    remarkCode: chosen ? remarkCode(chosen.remark_prefix, payer.code) : null,
    passedOver,
  };
}

/** What the caller's own customer needs to transfer; the number is whole, for it is the one who pays. */
export async function readTransferTo(
  ctx: Ctx,
  { amount }: QueryOf<typeof transferEndpoint>,
): Promise<AnswerOf<typeof transferEndpoint>> {
  const payer = await customerOf(ctx.db, accountOf(ctx).customerId);
  if (!payer || payer.kind === 'PLATFORM') return null;
  const { chosen, passedOver } = await routeOf(ctx, payer, PaymentScene.values.balanceRecharge, amount);
  return {
    currency: payer.currency,
    account: chosen
      ? {
          holder: chosen.holder,
          bank: chosen.bank,
          branch: chosen.branch,
          accountNumber: ctx.secrets.open(chosen.account_number, numberPlace(chosen.id)),
          remarkCode: remarkCode(chosen.remark_prefix, payer.code),
          least: chosen.least,
          most: chosen.most,
          dayMost: chosen.day_most,
          note: chosen.note,
        }
      : null,
    passedOver,
  };
}
