/** An amount spread over records by what each may give; together they are the amount, and none gives more than it may. */
export function shareAmount(amount: bigint, limits: readonly bigint[]): bigint[] {
  const whole = limits.reduce((sum, limit) => sum + limit, 0n);
  if (whole === 0n) return limits.map(() => 0n);
  const shares = limits.map((limit) => (amount * limit) / whole);
  let rest = amount - shares.reduce((sum, share) => sum + share, 0n);
  return shares.map((share, at) => {
    const more = rest > 0n && share < (limits[at] ?? 0n) ? 1n : 0n;
    rest -= more;
    return share + more;
  });
}
