import type { PaymentState } from '@cardinal/contract/enumerations/onlinePayment.ts';
import type { PaymentSeen } from '../../providerAdapters/face.ts';

type Payment = {
  readonly state: PaymentState;
  readonly amount: string;
  readonly currency: string;
};

/** What a payment becomes when the provider says how it is. */
export type Judged =
  /** Nothing new. */
  | { readonly kind: 'same' }
  | { readonly kind: 'paid' }
  /** Money came, but not what was asked for: nothing is granted, a person decides. */
  | { readonly kind: 'differs' }
  | { readonly kind: 'closed' }
  /** The buyer has agreed, and the provider waits for us to take the money. */
  | { readonly kind: 'approved' };

/**
 * Paid is final, and only the provider's word makes it so: with exactly what was asked for, in its currency. What was closed may
 * still turn out to be paid, because the buyer was quicker; nothing turns back from paid. An unknown state changes nothing.
 */
export function judgeSeen(payment: Payment, seen: Pick<PaymentSeen, 'state' | 'amount'>): Judged {
  if (payment.state === 'paid' || payment.state === 'differs') return { kind: 'same' };
  switch (seen.state) {
    case 'paid':
    case 'partly': {
      const isExact =
        seen.state === 'paid' &&
        seen.amount !== null &&
        seen.amount.minor === BigInt(payment.amount) &&
        seen.amount.currency === payment.currency;
      return { kind: isExact ? 'paid' : 'differs' };
    }
    case 'approved':
      return { kind: payment.state === 'open' ? 'approved' : 'same' };
    case 'closed':
    case 'failed':
      return { kind: payment.state === 'open' || payment.state === 'created' ? 'closed' : 'same' };
    default:
      return { kind: 'same' };
  }
}

const SECOND = 1_000;
/** A buyer who scans pays within a minute, or not soon: asked often at first, then less. */
const OPEN_STEPS = [5, 5, 10, 10, 20, 30, 60].map((seconds) => seconds * SECOND);
/** A closed payment is asked after twice more: money on its way when it was closed is found. */
const CLOSED_STEPS = [60, 3_600].map((seconds) => seconds * SECOND);
const AGAIN_STEPS = [5, 10, 30, 60, 300, 900].map((seconds) => seconds * SECOND);

const stepOf = (steps: readonly number[], n: number): number => steps[Math.min(n, steps.length - 1)] as number;

/** When an open payment is asked after next, never later than its end. */
export const nextQuestion = (now: Date, steps: number, expiresAt: Date): Date =>
  new Date(Math.min(now.getTime() + stepOf(OPEN_STEPS, steps), Math.max(expiresAt.getTime(), now.getTime() + SECOND)));

/** When a closed one is asked after again; null once it is left alone. */
export const nextLook = (now: Date, looks: number): Date | null =>
  looks < CLOSED_STEPS.length ? new Date(now.getTime() + stepOf(CLOSED_STEPS, looks)) : null;

/** When what had no usable answer is tried again. */
export const nextTry = (now: Date, steps: number): Date => new Date(now.getTime() + stepOf(AGAIN_STEPS, steps));
