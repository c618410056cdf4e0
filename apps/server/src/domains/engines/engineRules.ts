import type { SubscriptionState } from '@cardinal/contract/enumerations/engine.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { CustomerPriceRow, SubscriptionRow } from './engineTables.ts';

type Span = Pick<SubscriptionRow, 'is_trial' | 'ends_at' | 'off_at' | 'stopped_at'>;

/** The state of a subscription at a given time. */
export function stateAt({ is_trial, ends_at, off_at, stopped_at }: Span, now: Date): SubscriptionState {
  if (stopped_at !== null && stopped_at <= now) return 'stopped';
  if (now < ends_at) return is_trial ? 'trial' : 'active';
  return now < off_at ? 'grace' : 'expired';
}

/** Whether the engine works in a state: in the grace days it works without limits. */
export const runsIn = (state: SubscriptionState): boolean => state !== 'stopped' && state !== 'expired';

/** When a subscription of `days` that starts now ends, and when it stops working. */
export function spanOf(now: Date, days: number, graceDays: number): Pick<SubscriptionRow, 'ends_at' | 'off_at'> {
  const ends = now.getTime() + days * DAY_MS;
  return { ends_at: new Date(ends), off_at: new Date(ends + graceDays * DAY_MS) };
}

/** The price at a given time: the next price applies from its start. */
export const priceAt = ({ price, next_price, next_at }: Prices, now: Date): string =>
  next_price !== null && next_at !== null && next_at <= now ? next_price : price;
type Prices = Pick<CustomerPriceRow, 'price' | 'next_price' | 'next_at'>;

/**
 * What each customer on the path down pays, beginning with the platform's child: its own price, but never less than the
 * customer above. Without an own price it pays what the one above pays; the topmost pays the list price.
 */
export function pricesDown(own: readonly (string | null)[], listPrice: string): string[] {
  const paid: string[] = [];
  for (const [at, price] of own.entries()) {
    const above = paid.at(-1);
    if (price === null) paid.push(above ?? listPrice);
    else paid.push(at > 0 && above !== undefined && BigInt(price) < BigInt(above) ? above : price);
  }
  return paid;
}

/** The month in which a day `yyyy-MM-dd` is charged, as its first day. */
export const periodOf = (day: string): string => `${day.slice(0, 7)}-01`;
