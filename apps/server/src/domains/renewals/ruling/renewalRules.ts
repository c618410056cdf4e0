import type { RenewalLimit } from '@cardinal/contract/enumerations/renewal.ts';
import type { Money } from '@cardinal/primitives/money.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';

/** What a version of a rule says, as renewals are judged by it. */
export type Ruling = {
  readonly packageIds: readonly string[];
  readonly productCodes: readonly string[];
  readonly limits: readonly RenewalLimit[];
  readonly listedIds: readonly string[];
  readonly months: number | null;
  readonly daysAhead: number | null;
  readonly minPrice: Money | null;
};
export type Renewed = {
  readonly packageId: string;
  readonly months: number;
  readonly price: Money | undefined;
};
export type OnCard = {
  readonly productCode: string | null;
  readonly isRealName: boolean;
  readonly packageId: string;
  readonly lastDay: string | null;
  readonly waitingMonths: number;
};

/** Limits to what a card may be renewed with go by the package it has; all others by the package that is ordered. */
const BY_CARD: readonly RenewalLimit[] = ['samePackage', 'listed'];

/** So many days of service a card has left after a day. */
export const daysLeft = (lastDay: string | null, today: string): number =>
  lastDay === null ? 0 : Math.max(0, Math.round((Date.parse(lastDay) - Date.parse(today)) / DAY_MS));

const BREAKS: Readonly<Record<RenewalLimit, (rule: Ruling, order: Renewed, card: OnCard, today: string) => boolean>> = {
  forbid: () => true,
  samePackage: (_rule, order, card) => order.packageId !== card.packageId,
  listed: ({ listedIds }, order) => !listedIds.includes(order.packageId),
  months: ({ months }, order, card) => months !== null && card.waitingMonths + order.months > months,
  daysAhead: ({ daysAhead }, _order, card, today) => daysAhead !== null && daysLeft(card.lastDay, today) > daysAhead,
  realName: (_rule, _order, card) => !card.isRealName,
  // A price that is unknown, or in another currency, is not compared.
  minPrice: ({ minPrice }, { price }) =>
    minPrice !== null && price !== undefined && price.currency === minPrice.currency && price.minor < minPrice.minor,
};

const names = (ids: readonly string[], id: string): boolean => ids.length === 0 || ids.includes(id);

/** The limits of a rule that a renewal would break; none: the rule lets it pass. */
export function broken(rule: Ruling, order: Renewed, card: OnCard, today: string): RenewalLimit[] {
  if (rule.productCodes.length > 0 && !rule.productCodes.includes(card.productCode ?? '')) return [];
  return rule.limits.filter((limit) => {
    const subject = BY_CARD.includes(limit) ? card.packageId : order.packageId;
    return names(rule.packageIds, subject) && BREAKS[limit](rule, order, card, today);
  });
}

/** Whether a day is within the days of a rule. */
export const isInForce = (
  { fromDay, toDay }: { readonly fromDay: string | null; readonly toDay: string | null },
  today: string,
): boolean => (fromDay === null || fromDay <= today) && (toDay === null || today <= toDay);
