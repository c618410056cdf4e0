const GIGABYTE = 1_073_741_824;
const SIZE = /(\d+)\s*(MB|GB)/;

/** The size of a plan in bytes, from its name; 1 GB by default. */
export function planSize(plan: string): number {
  const [, amount, unit] = SIZE.exec(plan) ?? [];
  if (amount === undefined) return GIGABYTE;
  return Number(amount) * (unit === 'GB' ? GIGABYTE : GIGABYTE / 1_024);
}
