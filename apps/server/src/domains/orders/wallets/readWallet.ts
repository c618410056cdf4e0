import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { type readCardWallet as endpoint, REVERSIBLE_HOURS } from '@cardinal/contract/api/orders/cardWallets.ts';
import { administratorsDoNotOrder, severalCardsNamed } from '@cardinal/contract/api/orders/refusals.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { type Ctx, holds } from '../../../framework/context.ts';
import { cardsNamed } from '../../cards/face.ts';
import { customerNames, customerOf } from '../../customers/face.ts';
import { fundsOf, ofCustomer } from '../../ledger/face.ts';
import { operatorName } from '../reading/ownSteps.ts';
import { payerFor, walletOf } from './walletAccounts.ts';

const END_USER = text('公众号用户', 'End user');
const SHOWN = 20;
const HOUR_MS = 3_600_000;

type Answer = AnswerOf<typeof endpoint>;
type Card = Awaited<ReturnType<typeof cardsNamed>>['cards'][number];

async function rechargesOf(ctx: Ctx, card: Card): Promise<Answer['recharges']> {
  const rows = await ctx.db
    .selectFrom('orders.card_recharge')
    .selectAll()
    .where('card_id', '=', card.id)
    .where('wallet', '=', 'walletPaid')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  const names = await customerNames(
    ctx.db,
    rows.map((row) => row.customer_id),
  );
  const now = ctx.clock.now().getTime();
  return rows.map((row) => ({
    id: row.id,
    rechargeNo: row.recharge_no,
    amount: row.amount,
    currency: row.currency,
    payerName: row.end_user_id ? say(END_USER, ctx.language) : (names.get(row.customer_id) ?? ''),
    operatorName: operatorName(ctx, { name: row.made_by_name, customerId: row.made_by_customer_id }),
    remark: row.remark,
    createdAt: row.created_at.toISOString(),
    reversed: row.reversed,
    reversedAt: row.reversed_at?.toISOString() ?? null,
    isReversible:
      holds(ctx.actor, 'singleCardRecharge.reverse') &&
      row.reversed === null &&
      row.made_by !== null &&
      BigInt(row.cleared) < BigInt(row.amount) &&
      now - row.created_at.getTime() <= REVERSIBLE_HOURS * HOUR_MS,
  }));
}

/** Administrators of the platform see a wallet and recharge none. */
async function payerShown(ctx: Ctx, card: Card): Promise<Answer['payer']> {
  const payer = await payerFor(ctx, card).catch((error: unknown) => {
    if (error instanceof Refused && error.refusal === administratorsDoNotOrder) return undefined;
    throw error;
  });
  if (!payer || !holds(ctx.actor, 'singleCardRecharge.recharge')) return null;
  const { spendable } = await fundsOf(ctx, ofCustomer(payer.id, payer.currency, 'balance'));
  return { id: payer.id, name: payer.name, spendable: String(spendable) };
}

export async function readWallet(ctx: Ctx, { number }: QueryOf<typeof endpoint>): Promise<Answer> {
  const { cards } = await cardsNamed(ctx, number);
  const [card, other] = cards;
  if (!card) throw new Refused(cardNotFound);
  if (other) throw new Refused(severalCardsNamed);
  const owner = await customerOf(ctx.db, card.customer_id);
  const payer = await payerShown(ctx, card);
  const currency = (payer && (await customerOf(ctx.db, payer.id))?.currency) || owner?.currency || 'CNY';
  const on = async (kind: 'walletPaid' | 'walletGift' | 'walletPreload') =>
    String((await fundsOf(ctx, walletOf(card, currency, kind))).balance);
  return {
    card: {
      id: card.id,
      iccid: card.iccid,
      platform: card.platform as Platform,
      customerId: card.customer_id,
      customerName: owner?.name ?? '',
      packageName: card.package_name,
      isCancelled: card.lifecycle === 'cancelled',
    },
    currency,
    paid: await on('walletPaid'),
    gift: await on('walletGift'),
    preload: await on('walletPreload'),
    payer,
    recharges: await rechargesOf(ctx, card),
    asOf: ctx.clock.now().toISOString(),
  };
}
