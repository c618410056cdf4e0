import type { CaseReason } from '@cardinal/contract/enumerations/retail.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A failure often mends itself: tried again soon at first, then every hour. */
const AGAIN = [1, 5, 15, 60].map((minutes) => minutes * MINUTE);

const GROUPS: Readonly<Record<string, CaseReason>> = {
  cancelled: 'cardState',
  otherCarrier: 'cardState',
  otherCarrierAccount: 'cardState',
  realNameMissing: 'realName',
  notFound: 'cardGone',
  otherOwner: 'cardGone',
};

/** The group of a reason for which a card did not get its package: what is not about the card is about the package. */
export const reasonGroup = (key: string | undefined): CaseReason =>
  key === undefined ? 'other' : (GROUPS[key] ?? 'packageOff');

type Rule = { readonly retries: number; readonly refundHours: number | null };
type Case = { readonly reason: CaseReason; readonly attempts: number; readonly openedAt: Date };

/**
 * When a case is tried next, and when its money goes back. A balance that is short is looked at every minute, which counts as no
 * attempt; what the buyer asks for waits for a person.
 */
export function nextOf({ reason, attempts, openedAt }: Case, { retries, refundHours }: Rule, now: Date) {
  if (reason === 'asked') return { next_attempt_at: null, refund_at: null };
  const wait = reason === 'balanceShort' ? 0 : attempts < retries ? AGAIN[Math.min(attempts, AGAIN.length - 1)] : null;
  return {
    next_attempt_at: wait === null || wait === undefined ? null : new Date(now.getTime() + wait),
    refund_at: refundHours === null ? null : new Date(openedAt.getTime() + refundHours * HOUR),
  };
}
