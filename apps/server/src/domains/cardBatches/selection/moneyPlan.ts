import { priceChanged } from '@cardinal/contract/api/cardBatches/refusals.ts';
import type { previewSelection } from '@cardinal/contract/api/cardBatches/selection.ts';
import { insufficientBalance } from '@cardinal/contract/api/ledger/refusals.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { filled, say, type Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { customerNames } from '../../customers/face.ts';
import { fundsOf, ofCustomer } from '../../ledger/face.ts';

/** Cards of a preview that are done and read alike. */
export type CardGroup = { readonly about: string; readonly cards: number };

/** A line of a plan in minor units: so many at a price each, or an amount where the parts differ. Below zero: given back. */
export type MoneyLine = { readonly words: Text; readonly quantity: number } & (
  | { readonly unitPrice: bigint }
  | { readonly amount: bigint }
);

/** What one payer owes for an action in one currency; without a payer, what is given back to several. */
export type MoneyPlan = {
  readonly payerId: string | null;
  readonly currency: string;
  readonly groups: readonly MoneyLine[];
};

/** A plan as previews and tasks keep it. */
export type FrozenMoney = {
  readonly payerId: string | null;
  readonly currency: string;
  readonly groups: readonly {
    readonly words: Text;
    readonly quantity: number;
    readonly unitPrice: string | null;
    readonly amount: string;
  }[];
  readonly total: string;
};

export function freezeMoney({ payerId, currency, groups }: MoneyPlan): FrozenMoney {
  const lines = groups.map(({ words, quantity, ...line }) => ({
    words,
    quantity,
    unitPrice: 'unitPrice' in line ? line.unitPrice : null,
    amount: 'unitPrice' in line ? line.unitPrice * BigInt(quantity) : line.amount,
  }));
  return {
    payerId,
    currency,
    groups: lines.map((line) => ({
      ...line,
      unitPrice: line.unitPrice === null ? null : String(line.unitPrice),
      amount: String(line.amount),
    })),
    total: String(lines.reduce((sum, { amount }) => sum + amount, 0n)),
  };
}

/** What is set aside for a plan; nothing where it gives back. */
export const heldFor = ({ total }: FrozenMoney): bigint => (BigInt(total) > 0n ? BigInt(total) : 0n);

const fundsFor = async (ctx: Ctx, { payerId, currency }: FrozenMoney) =>
  payerId === null ? undefined : fundsOf(ctx, ofCustomer(payerId, currency, 'balance'));

const shortOf = ({ currency }: FrozenMoney, spendable: bigint) => ({
  available: moneyText(money(spendable, currency)),
  currency,
});

/** A plan beside what its payer has now, in the language of the reader. */
export async function sayMoney(
  ctx: Ctx,
  plan: FrozenMoney,
): Promise<NonNullable<AnswerOf<typeof previewSelection>['money']>> {
  const funds = await fundsFor(ctx, plan);
  const held = heldFor(plan);
  return {
    payer: plan.payerId === null ? null : ((await customerNames(ctx.db, [plan.payerId])).get(plan.payerId) ?? ''),
    currency: plan.currency,
    groups: plan.groups.map((group) => ({ ...group, words: say(group.words, ctx.language) })),
    total: plan.total,
    held: String(held),
    balance: funds ? String(funds.balance) : null,
    balanceAfter: funds ? String(funds.balance - BigInt(plan.total)) : null,
    spendable: funds ? String(funds.spendable) : null,
    short:
      funds && held > funds.spendable
        ? say(filled(insufficientBalance.text, shortOf(plan, funds.spendable)), ctx.language)
        : null,
  };
}

/** Refuses a start where the plan is another one by now, or its payer cannot pay. Only a hold makes sure of the latter. */
export async function assertStillHolds(ctx: Ctx, frozen: FrozenMoney, now: FrozenMoney | null): Promise<void> {
  const figures = ({ payerId, currency, groups }: FrozenMoney) =>
    JSON.stringify([payerId, currency, groups.map(({ quantity, unitPrice, amount }) => [quantity, unitPrice, amount])]);
  if (!now || figures(frozen) !== figures(now)) throw new Refused(priceChanged);
  const funds = await fundsFor(ctx, frozen);
  if (funds && heldFor(frozen) > funds.spendable)
    throw new Refused(insufficientBalance, shortOf(frozen, funds.spendable));
}
