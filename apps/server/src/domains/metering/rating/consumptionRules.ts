/** A package on a card as far as it takes usage; null: as much as there is. Volumes are bytes. */
export type Allowance = {
  readonly id: string;
  readonly isMain: boolean;
  readonly bytes: bigint | null;
  readonly startsAt: Date;
  /** The end of its period, or the moment it was taken out. */
  readonly endsAt: Date;
};

/** Usage of a day from a moment on, up to the next slice. */
export type Slice = { readonly day: string; readonly from: Date; readonly bytes: bigint };

/** What a day used of an allowance; null: of none, which is overage. */
export type Share = { readonly day: string; readonly allowance: string | null; readonly bytes: bigint };

/** How much a day had used by the moment at which an allowance of its card began or ended. */
export type Mark = { readonly at: Date; readonly day: string; readonly bytes: bigint };

/** A day of usage and the moment it begins in its carrier's zone. */
export type UsedDay = { readonly day: string; readonly beginsAt: Date; readonly bytes: bigint };

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * Days cut where allowances begin and end. A mark beyond what its day holds by now, after a correction, is at its end; one before an
 * earlier mark of its day is where that is.
 */
export function slicesOf(days: readonly UsedDay[], marks: readonly Mark[]): Slice[] {
  const ofDay = Map.groupBy(marks, ({ day }) => day);
  return [...days]
    .sort((a, b) => a.beginsAt.getTime() - b.beginsAt.getTime())
    .flatMap(({ day, beginsAt, bytes }) => {
      const cuts = [...(ofDay.get(day) ?? [])].sort((a, b) => a.at.getTime() - b.at.getTime());
      const slices: Slice[] = [];
      let [from, taken] = [beginsAt, 0n];
      for (const cut of cuts) {
        const upTo = smaller(cut.bytes > taken ? cut.bytes : taken, bytes);
        slices.push({ day, from, bytes: upTo - taken });
        [from, taken] = [cut.at, upTo];
      }
      return [...slices, { day, from, bytes: bytes - taken }].filter((slice) => slice.bytes > 0n);
    });
}

/** The order in which allowances are used: the earliest end first, a main package before what was added to it. */
const inOrder = (a: Allowance, b: Allowance): number =>
  a.endsAt.getTime() - b.endsAt.getTime() ||
  Number(b.isMain) - Number(a.isMain) ||
  (BigInt(a.id) < BigInt(b.id) ? -1 : 1);

/**
 * Shares usage out over allowances, slice by slice: of those that hold at its moment, in the order of their ends; what none of them
 * holds is overage. Every byte is in one share, and no allowance gives more than it has.
 */
export function consume(slices: readonly Slice[], allowances: readonly Allowance[]): Share[] {
  const ordered = [...allowances].sort(inOrder);
  const left = new Map(ordered.map(({ id, bytes }) => [id, bytes]));
  const shares = new Map<string, Share>();
  const add = (day: string, allowance: string | null, bytes: bigint) => {
    if (bytes === 0n) return;
    const key = `${day} ${allowance}`;
    shares.set(key, { day, allowance, bytes: (shares.get(key)?.bytes ?? 0n) + bytes });
  };
  for (const { day, from, bytes } of [...slices].sort((a, b) => a.from.getTime() - b.from.getTime())) {
    let open = bytes;
    for (const { id, startsAt, endsAt } of ordered) {
      if (open === 0n) break;
      if (startsAt > from || endsAt <= from) continue;
      const held = left.get(id) ?? null;
      const given = held === null ? open : smaller(held, open);
      if (held !== null) left.set(id, held - given);
      add(day, id, given);
      open -= given;
    }
    add(day, null, open);
  }
  return [...shares.values()];
}
