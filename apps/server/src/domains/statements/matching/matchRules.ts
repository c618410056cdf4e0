import type { StatementDifferenceKind, StatementLineKind } from '@cardinal/contract/enumerations/statement.ts';

/** A line of a statement, as far as matching asks. */
export type Line = {
  readonly id: string;
  readonly day: string;
  readonly kind: StatementLineKind;
  readonly ourNo: string;
  readonly providerNo: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly fee: bigint | null;
  readonly times: number;
};

/** A payment or a refund of ours. */
export type Ours = {
  readonly kind: StatementLineKind;
  readonly paymentId: string;
  readonly refundId: string | null;
  readonly no: string;
  readonly providerNo: string | null;
  readonly currency: string;
  /** What was asked for, or what came where something came. */
  readonly amount: bigint;
  readonly state: string;
  /** Our word for it fits a line of a statement. */
  readonly isMoved: boolean;
};

type Side = { readonly amount: bigint; readonly currency: string };

export type Difference = {
  readonly kind: StatementDifferenceKind;
  readonly lineKind: StatementLineKind;
  readonly ourNo: string;
  readonly providerNo: string;
  readonly theirs: Side | null;
  readonly ours: Side | null;
  readonly ourState: string | null;
  readonly paymentId: string | null;
  readonly refundId: string | null;
};

export type Sums = { came: bigint; returned: bigint; ourCame: bigint; ourReturned: bigint; fee: bigint };

export type Matched = {
  /** Line → what of ours it is. */
  readonly of: ReadonlyMap<string, Ours>;
  readonly differences: readonly Difference[];
  readonly sums: ReadonlyMap<string, Sums>;
};

const NO_SUMS: Sums = { came: 0n, returned: 0n, ourCame: 0n, ourReturned: 0n, fee: 0n };
const isEarlier = (a: Line, b: Line) => a.day < b.day || (a.day === b.day && BigInt(a.id) < BigInt(b.id));

/**
 * Matches the lines of one day with what of ours they name, by our number first, then by the provider's. `elsewhere`: lines of other
 * days about the same; `absent`: what moved here on that day and stands in no statement. What is ours counts where its line stands,
 * so that theirs − ours is what the differences say, to the cent.
 */
export function matchLines(given: {
  readonly lines: readonly Line[];
  readonly elsewhere: readonly Line[];
  readonly ours: readonly Ours[];
  readonly absent: readonly Ours[];
}): Matched {
  const { lines, elsewhere, absent } = given;
  const byNo = new Map(given.ours.map((each) => [`${each.kind} ${each.no}`, each]));
  const byProviderNo = new Map(
    given.ours.flatMap((each) => (each.providerNo ? [[`${each.kind} ${each.providerNo}`, each] as const] : [])),
  );
  const oursOf = ({ kind, ourNo, providerNo }: Line) =>
    byNo.get(`${kind} ${ourNo}`) ?? byProviderNo.get(`${kind} ${providerNo}`);

  // Of several lines about one thing the one with the number we know is meant, else the earliest.
  const meant = new Map<Ours, Line>();
  for (const line of [...lines, ...elsewhere]) {
    const ours = oursOf(line);
    const before = ours && meant.get(ours);
    if (!ours) continue;
    const rank = (each: Line) => (each.providerNo === ours.providerNo ? 0 : 1);
    const isBetter = !before || rank(line) < rank(before) || (rank(line) === rank(before) && isEarlier(line, before));
    if (isBetter) meant.set(ours, line);
  }

  const of = new Map<string, Ours>();
  const differences: Difference[] = [];
  const sums = new Map<string, Sums>();
  const sumsIn = (currency: string): Sums => {
    const known = sums.get(currency) ?? { ...NO_SUMS };
    sums.set(currency, known);
    return known;
  };
  const countOurs = ({ kind, currency, amount }: Ours) => {
    sumsIn(currency)[kind === 'payment' ? 'ourCame' : 'ourReturned'] += amount;
  };
  const differ = (kind: StatementDifferenceKind, line: Line | null, ours: Ours | undefined, times = 1) =>
    differences.push({
      kind,
      lineKind: line?.kind ?? ours?.kind ?? 'payment',
      ourNo: line?.ourNo || (ours?.no ?? ''),
      providerNo: line?.providerNo ?? ours?.providerNo ?? '',
      theirs: line && { amount: line.amount * BigInt(times), currency: line.currency },
      ours: ours && kind !== 'twice' && kind !== 'state' ? { amount: ours.amount, currency: ours.currency } : null,
      ourState: ours?.state ?? null,
      paymentId: ours?.paymentId ?? null,
      refundId: ours?.refundId ?? null,
    });

  for (const line of lines) {
    const own = sumsIn(line.currency);
    own[line.kind === 'payment' ? 'came' : 'returned'] += line.amount * BigInt(line.times);
    own.fee += (line.fee ?? 0n) * BigInt(line.times);
    const ours = oursOf(line);
    if (!ours) {
      differ('missingHere', line, undefined, line.times);
      continue;
    }
    of.set(line.id, ours);
    if (meant.get(ours) !== line) {
      differ('twice', line, ours, line.times);
      continue;
    }
    if (line.times > 1) differ('twice', line, ours, line.times - 1);
    if (!ours.isMoved) {
      differ('state', line, ours);
      continue;
    }
    countOurs(ours);
    if (ours.currency !== line.currency) differ('currency', line, ours);
    else if (ours.amount !== line.amount) differ('amount', line, ours);
  }
  for (const ours of absent) {
    countOurs(ours);
    differ('missingThere', null, ours);
  }
  return { of, differences, sums };
}

/** What of two differences makes them the same one. */
export const keyOf = (of: Pick<Difference, 'kind' | 'lineKind' | 'ourNo' | 'providerNo'>): string =>
  [of.kind, of.lineKind, of.ourNo, of.providerNo].join(' ');
