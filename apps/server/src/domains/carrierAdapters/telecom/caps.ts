const NEW = '1';
const CHANGED = '2';
const LIFTED = '3';
const NO_LIMIT = '-1';
/** All usage counts, not only usage beyond the package. */
const ALL_USE = '1';

/** The `offNetAction` parameters for a usage cap of so many MB (达量断网). */
export function capOrder(megabytes: number | null, isChange: boolean): Readonly<Record<string, string>> {
  if (megabytes === null) return { action: LIFTED, quota: NO_LIMIT, type: ALL_USE };
  return { action: isChange ? CHANGED : NEW, quota: String(megabytes), type: ALL_USE };
}
