import type { CardWallet } from '@cardinal/contract/enumerations/cardWallet.ts';
import { money } from '@cardinal/primitives/money.ts';
import { creditCard } from '@cardinal/server/domains/orders/wallets/creditCard.ts';
import type { Ctx } from '@cardinal/server/framework/context.ts';
import { type CardsUnderTest, card } from './cardsUnderTest.ts';

const ACCOUNTS = { '10': 'agent', '12': 'enterprise' } as const;

type Put = { readonly payer: keyof typeof ACCOUNTS; readonly wallet: CardWallet; readonly minor: number };

/** Puts money on a card, as a later room would for gifts. */
export async function putOnCard(under: CardsUnderTest, n: number, { payer, wallet, minor }: Put): Promise<void> {
  const account = await under.db
    .selectFrom('identity.account')
    .selectAll()
    .where('account', '=', ACCOUNTS[payer])
    .executeTakeFirstOrThrow();
  const found = await card(under, n);
  await under.ctx.transact(async (inside) => {
    const actor = {
      kind: 'account',
      accountId: account.id,
      account: account.account,
      customerId: payer,
    } as Ctx['actor'];
    await creditCard({ ...inside, actor } as Ctx, found, {
      payerId: payer,
      wallet,
      amount: money(BigInt(minor), 'CNY'),
      remark: null,
    });
  });
}
