import * as z from 'zod';

/** The key of a change; while it is kept, the same key with the same body is executed only once and gets the same answer. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
export const idempotencyKeySchema = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);
/** How many days a key is kept, by what its change moves. */
export const KEPT_DAYS = { usual: 1, money: 30 } as const;
