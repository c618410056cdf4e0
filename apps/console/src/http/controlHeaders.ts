/**
 * The client's own two headers. Both travel with the request; servers ignore them. Their names are part of the
 * documentation (README) and do not change.
 */

/** Cancellation: with the value `off` this request neither cancels an earlier one nor is cancelled by a later one. */
export const CANCEL_DUPLICATE_HEADER = 'X-Cancel-Duplicate';
export const CANCEL_DUPLICATE_OFF = 'off';

/** Race control: of two requests in flight under the same key, whatever they ask, the earlier is cancelled. */
export const REQUEST_KEY_HEADER = 'X-Request-Key';
