import type { CardWallet } from '@cardinal/contract/enumerations/cardWallet.ts';
import { type Money, negated } from '@cardinal/primitives/money.ts';
import type { Ctx } from '../../../framework/context.ts';
import { ofCustomer, openAccount, post, requirePosted } from '../../ledger/face.ts';
import { walletOf } from './walletAccounts.ts';

const rechargeNoOf = (id: string) => `R${BigInt(id).toString(36).toUpperCase()}`;

/**
 * Moves an amount from a customer's balance to a wallet of a locked card. Whoever pays is kept beside it: what is left on the card
 * is that customer's when it is cleared.
 */
export async function creditCard(
  ctx: Ctx,
  card: { readonly id: string; readonly iccid: string; readonly customer_id: string },
  credit: {
    readonly payerId: string;
    readonly wallet: CardWallet;
    readonly amount: Money;
    readonly remark: string | null;
  },
): Promise<{ readonly id: string; readonly rechargeNo: string }> {
  const { payerId, wallet, amount, remark } = credit;
  const { actor } = ctx;
  if (actor.kind !== 'account') throw new Error('Somebody puts money on a card');
  const id = ctx.ids.next();
  const rechargeNo = rechargeNoOf(id);
  await ctx.db
    .insertInto('orders.card_recharge')
    .values({
      id,
      recharge_no: rechargeNo,
      card_id: card.id,
      iccid: card.iccid,
      customer_id: payerId,
      wallet,
      amount: String(amount.minor),
      currency: amount.currency,
      remark,
      made_by: actor.accountId,
      made_by_name: actor.account,
      made_by_customer_id: actor.customerId,
      created_at: ctx.clock.now(),
      reversed: null,
      reversed_by_name: null,
      reversed_at: null,
    })
    .execute();
  requirePosted(
    await post(ctx, { key: `card:recharge:${id}`, kind: 'recharge', businessNo: rechargeNo }, [
      { account: await openAccount(ctx, ofCustomer(payerId, amount.currency, 'balance')), amount: negated(amount) },
      { account: await openAccount(ctx, walletOf(card, amount.currency, wallet)), amount },
    ]),
  );
  return { id, rechargeNo };
}
