/** The period for the consumption rate. */
export const RATE_DAYS = 30;

/** How many whole days the free numbers last at the rate of the last `RATE_DAYS`; null if none were used. */
export const daysOfSupply = (free: number, taken: number): number | null =>
  taken === 0 ? null : Math.floor((free * RATE_DAYS) / taken);
