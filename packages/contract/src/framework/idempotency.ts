import * as z from 'zod';

/** Changes carry it; the same key with the same body answers the same once only, for 24 hours. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
export const idempotencyKeySchema = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);
