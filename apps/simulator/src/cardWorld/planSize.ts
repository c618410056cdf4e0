const GIGABYTE = 1_073_741_824;
const SIZE = /(\d+)\s*(MB|GB)/;

/** How many bytes a plan holds, as its name says; a gigabyte where it says nothing. */
export function planSize(plan: string): number {
  const [, amount, unit] = SIZE.exec(plan) ?? [];
  if (amount === undefined) return GIGABYTE;
  return Number(amount) * (unit === 'GB' ? GIGABYTE : GIGABYTE / 1_024);
}
