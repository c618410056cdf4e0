import * as z from 'zod';

/** Changes carry it; the same key with the same body answers the same once only, for `KEPT_HOURS`. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
export const idempotencyKeySchema = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);
export const KEPT_HOURS = 24;
