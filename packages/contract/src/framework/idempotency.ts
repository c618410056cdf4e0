import * as z from 'zod';

/** The key of a change; the same key with the same body is executed only once and gets the same answer, for `KEPT_HOURS`. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
export const idempotencyKeySchema = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);
export const KEPT_HOURS = 24;
