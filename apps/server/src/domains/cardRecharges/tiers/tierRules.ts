import type { TierState } from '@cardinal/contract/enumerations/cardRecharge.ts';
import { RechargeKind } from '@cardinal/contract/enumerations/order.ts';
import type { TierRow } from '../rechargeTables.ts';

type Window = Pick<TierRow, 'is_enabled' | 'valid_from' | 'valid_until'>;

export function tierState({ is_enabled, valid_from, valid_until }: Window, now: Date): TierState {
  if (!is_enabled) return 'off';
  if (valid_from && now < valid_from) return 'waiting';
  return valid_until && now >= valid_until ? 'over' : 'offered';
}

type Scoped = Pick<TierRow, 'id' | 'account_id' | 'product_code' | 'kind' | 'amount' | 'sort'>;

/** How narrow a scope is: a product in one account, a product, an account. */
const narrowness = ({ account_id, product_code }: Scoped): number => (product_code ? 2 : 0) + (account_id ? 1 : 0);

/**
 * What a card is offered of the tiers that hold for it: of equal amounts the narrowest scope, and while the card was never
 * recharged the narrowest first-recharge tier, instead of a plain one of its amount.
 */
export function tiersOffered<T extends Scoped>(tiers: readonly T[], isFirst: boolean): T[] {
  const narrowestFirst = [...tiers].sort((a, b) => narrowness(b) - narrowness(a));
  const first = isFirst ? narrowestFirst.find(({ kind }) => kind === RechargeKind.values.first) : undefined;
  const plain = narrowestFirst.filter(
    ({ kind, amount }, at) =>
      kind === RechargeKind.values.phoneBill &&
      amount !== first?.amount &&
      narrowestFirst.findIndex((each) => each.kind === kind && each.amount === amount) === at,
  );
  const byOrder = (a: T, b: T) => a.sort - b.sort || Number(BigInt(a.amount) - BigInt(b.amount));
  return [...(first ? [first] : []), ...plain.sort(byOrder)];
}

type Bounds = { readonly least: bigint; readonly most: bigint; readonly step: bigint };

/** Whether an amount is one of a rule for free amounts. */
export const isFreeAmount = (amount: bigint, { least, most, step }: Bounds): boolean =>
  amount >= least && amount <= most && (amount - least) % step === 0n;
