const NEW = '1';
const CHANGED = '2';
const LIFTED = '3';
const NO_LIMIT = '-1';
/** All the card uses counts, not only what is beyond its package. */
const ALL_USE = '1';

/** What `offNetAction` is told for a cap of so many MB (达量断网). */
export function capOrder(megabytes: number | null, isChange: boolean): Readonly<Record<string, string>> {
  if (megabytes === null) return { action: LIFTED, quota: NO_LIMIT, type: ALL_USE };
  return { action: isChange ? CHANGED : NEW, quota: String(megabytes), type: ALL_USE };
}
