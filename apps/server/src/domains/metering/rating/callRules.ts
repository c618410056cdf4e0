import { type Allowance, consume, type Mark, slicesOf, type UsedDay } from './consumptionRules.ts';

/** A package on a voice card; null: it gives no calls, or no messages. */
export type CallAllowance = Omit<Allowance, 'bytes'> & {
  readonly seconds: bigint | null;
  /** Its calls are counted in whole steps of so many seconds. */
  readonly step: bigint;
  readonly messages: bigint | null;
};

export type CallUse = { readonly seconds: bigint; readonly messages: bigint };
export type CalledDay = Omit<UsedDay, 'bytes'> & CallUse;
export type CallMark = Omit<Mark, 'bytes'> & CallUse;

/** What a day used of a package, or of none (null). `counted`: the seconds that the package gave for them. */
export type CallShare = CallUse & {
  readonly day: string;
  readonly allowance: string | null;
  readonly counted: bigint;
};

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * Shares calls and messages out by the rules of data. Carriers tell how long a card called in all, and no single calls: what a day
 * called of a package is counted as one, in whole steps, and never as more than the package has left. Overage is counted as it is.
 */
export function consumeCalls(
  days: readonly CalledDay[],
  marks: readonly CallMark[],
  allowances: readonly CallAllowance[],
): CallShare[] {
  const shares = new Map<string, CallShare>();
  const add = (day: string, allowance: string | null, used: Partial<CallUse & { counted: bigint }>) => {
    const key = `${day} ${allowance}`;
    const before = shares.get(key) ?? { day, allowance, seconds: 0n, counted: 0n, messages: 0n };
    shares.set(key, { ...before, ...used });
  };
  for (const { day, allowance, seconds, counted } of inSteps(days, marks, allowances))
    add(day, allowance, { seconds, counted });
  const sent = consume(
    slicesOf(
      days.map((each) => ({ ...each, bytes: each.messages })),
      marks.map((each) => ({ ...each, bytes: each.messages })),
    ),
    allowances.flatMap((each) => (each.messages === null ? [] : [{ ...each, bytes: each.messages }])),
  );
  for (const { day, allowance, bytes } of sent) add(day, allowance, { messages: bytes });
  return [...shares.values()];
}

/** Day by day: what a day called of a package is rounded up before the next one takes of it. */
function inSteps(
  days: readonly CalledDay[],
  marks: readonly CallMark[],
  allowances: readonly CallAllowance[],
): Omit<CallShare, 'messages'>[] {
  const giving = allowances.flatMap((each) => (each.seconds === null ? [] : [{ ...each, left: each.seconds }]));
  const steps = new Map(giving.map((each) => [each.id, each]));
  return [...days]
    .sort((a, b) => a.beginsAt.getTime() - b.beginsAt.getTime())
    .flatMap((each) => {
      const slices = slicesOf(
        [{ ...each, bytes: each.seconds }],
        marks.map((mark) => ({ ...mark, bytes: mark.seconds })),
      );
      return consume(
        slices,
        giving.map((one) => ({ ...one, bytes: one.left })),
      ).map(({ day, allowance, bytes }) => {
        const from = allowance === null ? undefined : steps.get(allowance);
        if (!from) return { day, allowance, seconds: bytes, counted: bytes };
        const counted = smaller(((bytes + from.step - 1n) / from.step) * from.step, from.left);
        from.left -= counted;
        return { day, allowance, seconds: bytes, counted };
      });
    });
}
