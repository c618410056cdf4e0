/** How long a quoted price is kept; as long as a payment can be paid. */
export const PAYABLE_MS = 15 * 60_000;
