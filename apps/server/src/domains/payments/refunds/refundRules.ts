import type { RefundState } from '@cardinal/contract/enumerations/onlinePayment.ts';
import type { RefundSeen } from '../../providerAdapters/face.ts';

const ENDED: ReadonlySet<RefundState> = new Set(['done', 'failed']);

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A refusal is often a balance that is short for now, so the same refund is asked again: soon at first, then every hour. */
const AGAIN = [1, 5, 15, 60].map((minutes) => minutes * MINUTE);
const PATIENCE = 7 * DAY;

/** When a refund that the provider refuses is asked again; null once a week was in vain: a person decides. */
export const nextAfterRefusal = (askedAt: Date, now: Date, steps: number): Date | null => {
  const next = now.getTime() + (AGAIN[Math.min(steps, AGAIN.length) - 1] ?? 0);
  return next - askedAt.getTime() > PATIENCE ? null : new Date(next);
};

/** What a refund becomes when the provider says how it is: ended, it stays so; an unknown state changes nothing. */
export function judgeRefund(state: RefundState, seen: RefundSeen['state']): RefundState {
  if (ENDED.has(state)) return state;
  switch (seen) {
    case 'asked':
      return state === 'abnormal' || state === 'byHand' ? state : 'going';
    case 'done':
      return 'done';
    case 'failed':
    case 'closed':
      return 'failed';
    case 'abnormal':
      return state === 'byHand' ? state : 'abnormal';
    default:
      return state;
  }
}
