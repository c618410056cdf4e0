import { CardWallet, type ClearingBlock } from '@cardinal/contract/enumerations/cardWallet.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Share, WalletFacts } from './walletShares.ts';

type Verdict = { readonly key: string; readonly words: Text };

export const NOTHING_TO_CLEAR: Verdict = {
  key: 'nothingToClear',
  words: text('卡上没有该币种的余额', 'No balance in this currency'),
};
/** An end user's money, say: nobody's here to take. */
const ORIGIN_UNKNOWN: Verdict = {
  key: 'originUnknown',
  words: text('余额来源不明，不能清理', 'Where the balance came from is unknown'),
};
const PAID_ABOVE: Verdict = {
  key: 'paidAbove',
  words: text('余额由上级充入，请联系上级清理', 'Paid by a customer above; ask it to clear the balance'),
};
const IN_USE: Verdict = {
  key: 'stillInUse',
  words: text('卡仍归付款客户使用，不能清理', 'The card is still with its payer and in use'),
};
const BLOCKED: Readonly<Record<ClearingBlock, Verdict>> = {
  openOrder: { key: 'openOrder', words: text('有未完成的订购', 'An order for it is open') },
  openClearing: { key: 'openClearing', words: text('已在另一批清理中', 'Already in another clearing') },
};
const isBlock = (value: string): value is ClearingBlock => Object.hasOwn(BLOCKED, value);

/** So many calendar months ago. */
export function monthsAgo(now: Date, months: number): Date {
  const then = new Date(now);
  then.setUTCMonth(then.getUTCMonth() - months);
  return then;
}

const sumOf = (shares: readonly Share[]): bigint => shares.reduce((sum, { amount }) => sum + amount, 0n);

export type ClearingBounds = {
  readonly isCancelled: boolean;
  /** Whom the caller may give money back to: itself and those below. */
  readonly payersBelow: ReadonlySet<string>;
  /** The owner and those above it. */
  readonly ownerPath: readonly string[];
};

/** Why the balance of a card is not cleared; none where it is. */
export function clearingVerdict(facts: WalletFacts, { isCancelled, payersBelow, ownerPath }: ClearingBounds) {
  if (facts.total <= 0n) return NOTHING_TO_CLEAR;
  if (sumOf(facts.shares) !== facts.total) return ORIGIN_UNKNOWN;
  if (facts.shares.some(({ payerId }) => !payersBelow.has(payerId))) return PAID_ABOVE;
  if (isBlock(facts.block)) return BLOCKED[facts.block];
  const hasLeft = facts.shares.some(({ payerId }) => !ownerPath.includes(payerId));
  return isCancelled || hasLeft || facts.isIdle ? undefined : IN_USE;
}

/** Shares of many cards added up, in an order of their own. */
export function sharesAdded(shares: Iterable<Share & { readonly cards: number }>) {
  const lines = new Map<string, { wallet: CardWallet; payerId: string; amount: bigint; cards: number }>();
  for (const { wallet, payerId, amount, cards } of shares) {
    const key = `${WALLET_ORDER.indexOf(wallet)} ${payerId.padStart(20, '0')}`;
    const line = lines.get(key) ?? { wallet, payerId, amount: 0n, cards: 0 };
    lines.set(key, { ...line, amount: line.amount + amount * BigInt(cards), cards: line.cards + cards });
  }
  return [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}
const WALLET_ORDER: readonly CardWallet[] = CardWallet.options.map(({ value }) => value);

/** «充值余额 → 甲客户». */
export function shareWords(wallet: CardWallet, payerName: string): Text {
  const { zh, en } = CardWallet.labelOf(wallet);
  return text(`${zh} → ${payerName}`, `${en} → ${payerName}`);
}
