import type { ChannelDifferenceKind, ChannelOrderState } from '@cardinal/contract/enumerations/channelStatement.ts';
import { compareIds } from '@cardinal/primitives/ids.ts';

/** A line of a statement as it is compared. */
export type Theirs = {
  readonly id: string;
  readonly theirOrderNo: string;
  /** Milliseconds. */
  readonly at: number;
  readonly iccid: string | null;
  readonly codeHash: string | null;
  /** Its card is one of the owner's. */
  readonly isCardKnown: boolean;
  readonly state: ChannelOrderState;
  readonly settlement: bigint;
  /** The order it was found to be about before. */
  readonly orderId: string | null;
};

/** One of our orders as it is compared. */
export type Ours = {
  readonly orderId: string;
  readonly theirOrderNo: string | null;
  readonly at: number;
  readonly iccid: string;
  readonly codeHash: string | null;
  readonly state: ChannelOrderState;
  /** What is settled of it now. */
  readonly settlement: bigint;
  /** Ordered in the time of a statement that was taken over, so that a line should name it. */
  readonly isCovered: boolean;
};

/** A line, an order, or a line with its order; each is in one of these. `kind` null: nothing to say. */
export type Compared = {
  readonly line: Theirs | undefined;
  readonly order: Ours | undefined;
  readonly kind: ChannelDifferenceKind | null;
};

/** What a line says is settled: nothing of what is refunded or closed. */
export const settledThere = ({ state, settlement }: Pick<Theirs, 'state' | 'settlement'>): bigint =>
  state === 'paid' ? settlement : 0n;

const isPaid = ({ state }: { readonly state: ChannelOrderState }): boolean => state === 'paid';

/** Paid ones first, then the latest; the same whatever order they come in. */
const bestFirst = (a: Ours, b: Ours): number =>
  Number(isPaid(b)) - Number(isPaid(a)) || b.at - a.at || compareIds(b.orderId, a.orderId);
const byTime = (a: Theirs, b: Theirs): number =>
  Number(isPaid(b)) - Number(isPaid(a)) || a.at - b.at || compareText(a.theirOrderNo, b.theirOrderNo);
const oldestFirst = (a: Ours, b: Ours): number =>
  Number(isPaid(b)) - Number(isPaid(a)) || a.at - b.at || compareIds(a.orderId, b.orderId);

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Each line once, by their number. */
const once = (lines: readonly Theirs[]): Theirs[] => [
  ...new Map(lines.map((line): [string, Theirs] => [line.theirOrderNo, line])).values(),
];

/**
 * Which order each line is about: by their order number, then by the redeem code, then as it was found before, then by the card,
 * in the order of time. An order is of one line, a line of one order.
 */
function pair(lines: readonly Theirs[], orders: readonly Ours[]): ReadonlyMap<string, Ours> {
  const found = new Map<string, Ours>();
  const taken = new Set<string>();
  const free = (candidates: readonly Ours[] | undefined): Ours[] =>
    (candidates ?? []).filter(({ orderId }) => !taken.has(orderId));
  const take = (line: Theirs, order: Ours | undefined) => {
    if (!order) return;
    found.set(line.id, order);
    taken.add(order.orderId);
  };
  const open = () => lines.filter(({ id }) => !found.has(id)).sort(byTime);
  const byNumber = Map.groupBy(orders, ({ theirOrderNo }) => theirOrderNo);
  for (const line of open()) take(line, free(byNumber.get(line.theirOrderNo)).sort(bestFirst)[0]);
  const byCode = Map.groupBy(orders, ({ codeHash }) => codeHash);
  for (const line of open()) if (line.codeHash) take(line, free(byCode.get(line.codeHash)).sort(bestFirst)[0]);
  const nameless = orders.filter(({ theirOrderNo }) => theirOrderNo === null);
  const byId = Map.groupBy(nameless, ({ orderId }) => orderId);
  for (const line of open()) if (line.orderId) take(line, free(byId.get(line.orderId))[0]);
  const byCard = Map.groupBy(nameless, ({ iccid }) => iccid);
  for (const line of open()) if (line.iccid) take(line, free(byCard.get(line.iccid)).sort(oldestFirst)[0]);
  return found;
}

function kindOf(line: Theirs, order: Ours | undefined): ChannelDifferenceKind | null {
  if (!order) {
    if (!isPaid(line)) return null;
    return line.iccid !== null && !line.isCardKnown ? 'iccidUnknown' : 'missingHere';
  }
  if (isPaid(line) !== isPaid(order)) return 'state';
  return settledThere(line) === order.settlement ? null : 'amount';
}

/** Compares lines with our orders. Every line and every order is in exactly one answer, whatever order they come in. */
export function compare(theirs: readonly Theirs[], ours: readonly Ours[]): Compared[] {
  const lines = once(theirs);
  const found = pair(lines, ours);
  const named = new Set([...found.values()].map(({ orderId }) => orderId));
  return [
    ...lines.map((line) => ({ line, order: found.get(line.id), kind: kindOf(line, found.get(line.id)) })),
    ...ours
      .filter(({ orderId }) => !named.has(orderId))
      .map((order) => ({
        line: undefined,
        order,
        kind: isPaid(order) && order.isCovered ? ('missingThere' as const) : null,
      })),
  ];
}

/** What may be decided about a difference of a kind. */
export type DecisionAsked = 'create' | 'refund' | 'accept' | 'explain';

export function isOffered(
  decision: DecisionAsked,
  of: {
    readonly kind: ChannelDifferenceKind;
    readonly their: ChannelOrderState | null;
    readonly our: ChannelOrderState | null;
  },
): boolean {
  if (decision === 'explain') return true;
  if (decision === 'create') return of.their === 'paid' && of.our !== 'paid' && of.kind !== 'iccidUnknown';
  if (decision === 'accept') return of.kind === 'amount';
  // They refunded, or know nothing of what we delivered.
  return of.our === 'paid' && of.their !== 'paid';
}
