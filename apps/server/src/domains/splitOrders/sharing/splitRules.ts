/** What a merchant may split of a payment, in ten-thousandths, unless it has agreed on more with the provider. */
export const USUAL_RATIO = 3_000;
const WHOLE = 10_000n;
/** Requests that the provider takes for one payment, unfreezing among them. */
export const MOST_REQUESTS = 50;

export type Due = { readonly customerId: string; readonly amount: bigint };
export type NotSplit = Due & { readonly why: 'ratio' | 'requests' };

/** The most that may be split of a payment, all splits together. */
export const mostOf = (paid: bigint, ratio: number): bigint => (paid * BigInt(ratio)) / WHOLE;

/** What may still be split: within the ratio, and of what is still frozen. */
export function leftToSplit(of: {
  readonly paid: bigint;
  readonly ratio: number;
  readonly splitOff: bigint;
  readonly refunded: bigint;
}): bigint {
  const [allowed, frozen] = [mostOf(of.paid, of.ratio) - of.splitOff, of.paid - of.refunded - of.splitOff];
  const left = allowed < frozen ? allowed : frozen;
  return left > 0n ? left : 0n;
}

/**
 * Which of the amounts that were released together are split: whole ones only, the smallest first, so that of a payment that does
 * not suffice most levels get theirs. Nothing below a cent is ever sent.
 */
export function splitNow(
  due: readonly Due[],
  left: bigint,
  requests: number,
): { readonly split: readonly Due[]; readonly not: readonly NotSplit[] } {
  const wanted = due
    .filter(({ amount }) => amount > 0n)
    .sort((a, b) => (a.amount === b.amount ? a.customerId.localeCompare(b.customerId) : a.amount < b.amount ? -1 : 1));
  // The last one is kept for unfreezing.
  if (requests >= MOST_REQUESTS - 1) return { split: [], not: wanted.map((each) => ({ ...each, why: 'requests' })) };
  const split: Due[] = [];
  const not: NotSplit[] = [];
  let rest = left;
  for (const each of wanted) {
    if (each.amount > rest) not.push({ ...each, why: 'ratio' });
    else {
      split.push(each);
      rest -= each.amount;
    }
  }
  return { split, not };
}

/** What one level was paid by splits of a payment, what was asked back of that, and what it still earns with the payment. */
export type LevelPaid = { readonly paid: bigint; readonly askedBack: bigint; readonly earns: bigint };

/** What a level gives back: what it was paid beyond what it still earns. */
export function partBack({ paid, askedBack, earns }: LevelPaid): bigint {
  const back = paid - askedBack - (earns > 0n ? earns : 0n);
  return back > 0n ? back : 0n;
}

/** From which of its parts it gives an amount back, in their order; never more than is left of each. */
export function backFrom<P extends { readonly left: bigint }>(
  amount: bigint,
  parts: readonly P[],
): readonly { readonly part: P; readonly amount: bigint }[] {
  let rest = amount;
  return parts.flatMap((part) => {
    const taken = part.left < rest ? part.left : rest;
    rest -= taken;
    return taken > 0n ? [{ part, amount: taken }] : [];
  });
}

const SECOND = 1_000;
const AGAIN_STEPS = [3, 5, 10, 20, 30, 60, 300, 900].map((seconds) => seconds * SECOND);
/** When what has not ended at the provider is asked after again. */
export const nextLook = (now: Date, steps: number): Date =>
  new Date(now.getTime() + (AGAIN_STEPS[Math.min(steps, AGAIN_STEPS.length - 1)] as number));

/** A request can arrive this late; until then «unknown» at the provider is not final. */
const ARRIVES_WITHIN_MS = 600_000;
export const isBeyondArrival = (sentAt: Date | null, now: Date): boolean =>
  sentAt === null || now.getTime() - sentAt.getTime() >= ARRIVES_WITHIN_MS;
