import { sentAmount } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import type {
  readTransferTo as transferEndpoint,
  tryPaymentRoute as tryEndpoint,
} from '@cardinal/contract/api/payments/paymentRoutes.ts';
import { PaymentProvider, PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { customerNames, customerOf } from '../../customers/face.ts';
import { accountLabel, remarkCode } from '../accounts/accountRules.ts';
import { numberPlace } from '../accounts/accountStore.ts';
import { collectedToday } from './collected.ts';
import { collectorOf, type Payer, type Way } from './collectors.ts';
import { choose } from './routeRules.ts';

/** The account a payer would use now, by the same rules wherever it is asked. */
export async function routeOf(ctx: Ctx, payer: Payer, way: Way, amount: bigint | undefined) {
  const collector = await collectorOf(ctx, payer, way);
  const accounts = collector?.accounts ?? [];
  const { chosen, passedOver } = choose(accounts, amount, await collectedToday(ctx, accounts));
  return {
    collector,
    chosen,
    passedOver: passedOver.map(({ account, why }) => ({ account: accountLabel(account), why })),
  };
}

const { bankTransfer } = PaymentProvider.values;

const amountOf = (written: string | undefined, { currency }: Payer) =>
  written === undefined ? undefined : sentAmount('amount', written, currency, 'smallest').minor;

export async function tryPaymentRoute(
  ctx: Ctx,
  { customerId, scene, provider = bankTransfer, amount }: QueryOf<typeof tryEndpoint>,
): Promise<AnswerOf<typeof tryEndpoint>> {
  const payer = await customerOf(ctx.db, customerId);
  if (!payer) throw new Refused(notFound);
  const { collector, chosen, passedOver } = await routeOf(ctx, payer, { scene, provider }, amountOf(amount, payer));
  const { currency } = payer;
  const nobody = payer.kind === 'PLATFORM' || provider !== bankTransfer ? 'idle' : 'hole';
  const names = await customerNames(ctx.db, collector ? [collector.customerId] : []);
  return {
    currency,
    coverage: collector ? (collector.isParent ? 'own' : 'inherited') : nobody,
    collectorName: names.get(collector?.customerId ?? '') ?? null,
    account: chosen ? accountLabel(chosen) : null,
    remarkCode: chosen?.bank ? remarkCode(chosen.remark_prefix, payer.code) : null,
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
  const { chosen, passedOver } = await routeOf(
    ctx,
    payer,
    { scene: PaymentScene.values.balanceRecharge, provider: bankTransfer },
    amountOf(amount, payer),
  );
  return {
    currency: payer.currency,
    // A bank account has all of them, as the database demands.
    account:
      chosen?.holder && chosen.bank && chosen.account_number
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
