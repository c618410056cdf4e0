import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { sentAmount } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import type {
  rechargeCard as rechargeEndpoint,
  reverseCardRecharge,
} from '@cardinal/contract/api/orders/cardWallets.ts';
import { MOST_CARD_RECHARGE, REVERSIBLE_HOURS } from '@cardinal/contract/api/orders/cardWallets.ts';
import { nothingToReverse, reversalTooLate } from '@cardinal/contract/api/orders/refusals.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { money, negated, parseMoney } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { announceCards, lockCards } from '../../cards/face.ts';
import { fundsOf, ofCustomer, openAccount, post, requirePosted } from '../../ledger/face.ts';
import { creditCard } from './creditCard.ts';
import { payerFor, walletOf } from './walletAccounts.ts';

const TOO_MUCH = text('单次充值须小于 {most}', 'Less than {most} at once');
const CANCELLED = text('卡已销户，不能充值', 'The card is cancelled and cannot be recharged');
const HOUR_MS = 3_600_000;

const wrong = (field: string, words: ReturnType<typeof text>, facts: Record<string, string> = {}) =>
  new Refused(invalid, {}, [{ field, text: words, facts }]);

async function lockedCard(ctx: Ctx, cardId: string) {
  const [card] = await lockCards(ctx.db, [cardId]);
  if (!card) throw new Refused(cardNotFound);
  return card;
}

export async function rechargeCard(
  ctx: Ctx,
  body: BodyOf<typeof rechargeEndpoint>,
): Promise<AnswerOf<typeof rechargeEndpoint>> {
  const card = await lockedCard(ctx, body.cardId);
  const payer = await payerFor(ctx, card);
  if (!payer) throw new Refused(cardNotFound);
  if (card.lifecycle === 'cancelled') throw wrong('cardId', CANCELLED);
  const { currency } = payer;
  const amount = sentAmount('amount', body.amount, currency, 'smallest');
  const most = parseMoney(String(MOST_CARD_RECHARGE), currency);
  if (most && amount.minor >= most.minor) throw wrong('amount', TOO_MUCH, { most: String(MOST_CARD_RECHARGE) });
  const { rechargeNo } = await creditCard(ctx, card, {
    payerId: payer.id,
    wallet: 'walletPaid',
    amount,
    remark: body.remark || null,
  });
  await announceCards(ctx, [card]);
  ctx.note({
    objectKind: 'card',
    objectId: card.id,
    summary: card.iccid,
    after: { amount: body.amount, currency, rechargeNo },
  });
  const [paid, left] = await Promise.all([
    fundsOf(ctx, walletOf(card, currency, 'walletPaid')),
    fundsOf(ctx, ofCustomer(payer.id, currency, 'balance')),
  ]);
  return { rechargeNo, paid: String(paid.balance), payerBalance: String(left.balance) };
}

/** Takes back what is left on the card of this recharge; the card is locked, so that nothing is spent meanwhile. */
export async function reverseRecharge(
  ctx: Ctx,
  { id, reason }: BodyOf<typeof reverseCardRecharge>,
): Promise<AnswerOf<typeof reverseCardRecharge>> {
  const found = await ctx.db
    .selectFrom('orders.card_recharge')
    .select('card_id')
    .where('id', '=', id)
    .where('wallet', '=', 'walletPaid')
    .where('made_by', 'is not', null)
    .executeTakeFirst();
  if (!found) throw new Refused(cardNotFound);
  const card = await lockedCard(ctx, found.card_id);
  const recharge = await ctx.db
    .selectFrom('orders.card_recharge')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (recharge.reversed !== null) throw new Refused(nothingToReverse);
  const now = ctx.clock.now();
  if (now.getTime() - recharge.created_at.getTime() > REVERSIBLE_HOURS * HOUR_MS) throw new Refused(reversalTooLate);
  const { currency } = recharge;
  const wallet = walletOf(card, currency, 'walletPaid');
  const { balance } = await fundsOf(ctx, wallet);
  const left = BigInt(recharge.amount) - BigInt(recharge.cleared);
  const minor = balance < left ? balance : left;
  if (minor <= 0n) throw new Refused(nothingToReverse);
  const amount = money(minor, currency);
  requirePosted(
    await post(
      ctx,
      { key: `card:recharge:${id}:back`, kind: 'refund', businessNo: recharge.recharge_no, remark: reason },
      [
        { account: await openAccount(ctx, wallet), amount: negated(amount) },
        { account: await openAccount(ctx, ofCustomer(recharge.customer_id, currency, 'balance')), amount },
      ],
    ),
  );
  await ctx.db
    .updateTable('orders.card_recharge')
    .set({ reversed: String(minor), reversed_by_name: accountOf(ctx).account, reversed_at: now })
    .where('id', '=', id)
    .execute();
  await announceCards(ctx, [card]);
  ctx.note({
    objectKind: 'card',
    objectId: card.id,
    summary: card.iccid,
    after: { reversed: String(minor), currency, reason },
  });
  return { reversed: String(minor) };
}
