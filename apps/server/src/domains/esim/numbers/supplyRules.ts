/** The rate numbers are taken at is that of so many days. */
export const RATE_DAYS = 30;

/** Whole days the free ones last when as many go as went in the last `RATE_DAYS`; null where none went. */
export const daysOfSupply = (free: number, taken: number): number | null =>
  taken === 0 ? null : Math.floor((free * RATE_DAYS) / taken);
