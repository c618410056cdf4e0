/** What is charged by a version: what it has of a card's day so far. */
export type Booked = { readonly revision: number; readonly bytes: bigint; readonly charged: bigint };
export type Entry = { readonly revision: number; readonly bytes: bigint; readonly charged: bigint };

/** A version that charges nothing. */
export const UNCHARGED = 0;

/**
 * How a card's day is booked that stands otherwise than it was: what is more belongs to the version now in force, what is less is
 * taken from the latest versions that have some of it.
 */
export function entriesFor(
  booked: readonly Booked[],
  now: { readonly bytes: bigint; readonly charged: bigint },
  revision: number,
): Entry[] {
  const had = booked.reduce((sum, each) => sum + each.charged, 0n);
  const bytes = now.bytes - booked.reduce((sum, each) => sum + each.bytes, 0n);
  const charged = now.charged - had;
  if (charged >= 0n) return bytes === 0n && charged === 0n ? [] : [{ revision, bytes, charged }];
  const entries: Entry[] = [];
  let left = -charged;
  for (const each of [...booked].sort((a, b) => b.revision - a.revision)) {
    if (left === 0n || each.charged <= 0n) continue;
    const taken = left < each.charged ? left : each.charged;
    entries.push({ revision: each.revision, bytes: -taken, charged: -taken });
    left -= taken;
  }
  // What is not charged less was used less, or of a package.
  const rest = bytes - charged;
  return rest === 0n ? entries : [...entries, { revision, bytes: rest, charged: 0n }];
}
