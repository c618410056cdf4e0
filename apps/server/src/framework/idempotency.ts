import { createHash } from 'node:crypto';
import { IDEMPOTENCY_HEADER, idempotencyKeySchema } from '@cardinal/contract/framework/idempotency.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import {
  idempotencyKeyMissing,
  idempotencyKeyReused,
  malformed,
} from '@cardinal/contract/framework/standardRefusals.ts';
import type { Database } from './tables.ts';

declare module './tables.ts' {
  interface Tables {
    'runtime.idempotency': {
      owner: string;
      key: string;
      endpoint: string;
      body_hash: string;
      answer: unknown;
      created_at: Date;
    };
  }
}

export type KeyedRequest = {
  readonly owner: string;
  readonly key: string;
  readonly endpoint: string;
  readonly bodyHash: string;
};

/** Reads the key of a change; the hash covers everything the handler will see. */
export function keyedRequest(
  headers: Record<string, unknown>,
  owner: string,
  endpoint: string,
  content: unknown,
): KeyedRequest {
  const key = headers[IDEMPOTENCY_HEADER];
  if (key === undefined) throw new Refused(idempotencyKeyMissing);
  if (!idempotencyKeySchema.safeParse(key).success) throw new Refused(malformed);
  const bodyHash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return { owner, key: String(key), endpoint, bodyHash };
}

/**
 * Claims the key inside the change's transaction: a second request with the same key waits here until the first one ends,
 * then gets its answer. A rolled-back change leaves no claim, so it may be tried again.
 */
export async function claimKey(db: Database, asked: KeyedRequest, now: Date): Promise<{ answer: unknown } | undefined> {
  const claimed = await db
    .insertInto('runtime.idempotency')
    .values({
      owner: asked.owner,
      key: asked.key,
      endpoint: asked.endpoint,
      body_hash: asked.bodyHash,
      answer: null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['owner', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed) return undefined;
  const earlier = await db
    .selectFrom('runtime.idempotency')
    .select(['endpoint', 'body_hash', 'answer'])
    .where('owner', '=', asked.owner)
    .where('key', '=', asked.key)
    .executeTakeFirstOrThrow();
  if (earlier.endpoint !== asked.endpoint || earlier.body_hash !== asked.bodyHash)
    throw new Refused(idempotencyKeyReused);
  return { answer: earlier.answer };
}

export async function keepAnswer(db: Database, asked: KeyedRequest, answer: unknown): Promise<void> {
  await db
    .updateTable('runtime.idempotency')
    .set({ answer: JSON.stringify(answer) })
    .where('owner', '=', asked.owner)
    .where('key', '=', asked.key)
    .execute();
}
