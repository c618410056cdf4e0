/** `speedValue` by kbit/s: the complete table; no values in between. */
const SPEED_VALUES: Readonly<Record<number, string>> = {
  1: '10',
  64: '32',
  256: '33',
  512: '11',
  1000: '12',
  3000: '13',
  5000: '14',
  7000: '15',
  // 10, 20 … 150 Mbit/s are consecutive.
  ...Object.fromEntries(Array.from({ length: 15 }, (_, step) => [(step + 1) * 10_000, String(16 + step)])),
};

/** kbit/s, ascending. */
export const SPEEDS: readonly number[] = Object.keys(SPEED_VALUES).map(Number);

/** The parameters that lift a limit. */
const LIFTED = { action: 'DEL', speedValue: '10' };

/** The parameters of a speed; undefined for one that is not in the table. */
export function speedOrder(kbps: number | null): { readonly action: string; readonly speedValue: string } | undefined {
  if (kbps === null) return LIFTED;
  const speedValue = SPEED_VALUES[kbps];
  return speedValue === undefined ? undefined : { action: 'ADD', speedValue };
}
