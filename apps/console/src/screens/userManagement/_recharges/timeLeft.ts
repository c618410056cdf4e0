/** Minutes and seconds until a moment, as `14:59`; undefined once it is over. */
export function timeLeft(until: string, now: number): string | undefined {
  const seconds = Math.ceil((new Date(until).getTime() - now) / 1_000);
  if (seconds <= 0) return undefined;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
