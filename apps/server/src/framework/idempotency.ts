import { createHash } from 'node:crypto';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { IDEMPOTENCY_HEADER, idempotencyKeySchema, KEPT_DAYS } from '@cardinal/contract/framework/idempotency.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import {
  idempotencyKeyMissing,
  idempotencyKeyReused,
  malformed,
  requestRunning,
} from '@cardinal/contract/framework/standardRefusals.ts';
import * as z from 'zod';
import type { Secrets } from '../runtime/secrets.ts';
import type { Actor, Ctx } from './context.ts';
import { job } from './domain.ts';

declare module './tables.ts' {
  interface Tables {
    'runtime.idempotency': {
      owner: string;
      key: string;
      endpoint: string;
      body_hash: string;
      answer: unknown;
      created_at: Date;
      /** Afterwards the key counts as new. */
      kept_until: Date;
      /** For a request that runs outside a transaction; null once its response is stored. */
      lease_until: Date | null;
      /** The attempt that holds the lease. */
      attempt: string | null;
    };
  }
}

/** How long a claim outlives its dead process, and how often a living process renews its claim. */
export const LEASE_MS = 30_000;
const RENEWED_EVERY_MS = 10_000;
const DELETED_AT_ONCE = 1_000;
const DAY_MS = 86_400_000;

export type KeyedRequest = {
  readonly owner: string;
  readonly key: string;
  readonly endpoint: string;
  readonly bodyHash: string;
  readonly keptDays: number;
  /** Set if body or response contain a secret: neither is stored in plain text or as a guessable hash. */
  readonly secrets: Secrets | undefined;
};

/** Reads the key of a change; its hash covers everything the handler receives. */
export function keyedRequest(
  ctx: Ctx,
  endpoint: Endpoint,
  headers: Record<string, unknown>,
  content: unknown,
): KeyedRequest {
  const key = headers[IDEMPOTENCY_HEADER];
  if (key === undefined) throw new Refused(idempotencyKeyMissing);
  if (!idempotencyKeySchema.safeParse(key).success) throw new Refused(malformed);
  return {
    owner: ownerOf(ctx.actor),
    key: String(key),
    endpoint: endpoint.name,
    bodyHash: createHash('sha256').update(JSON.stringify(content)).digest('hex'),
    keptDays: KEPT_DAYS[endpoint.movesMoney ? 'money' : 'usual'],
    secrets: endpoint.holdsSecret ? ctx.secrets : undefined,
  };
}

/**
 * The owner of idempotency keys: those of two API keys of one account are separate. Ids are unique across all kinds of objects.
 */
const ownerOf = (actor: Actor): string => {
  if (actor.kind === 'endUser') return actor.endUserId;
  return actor.kind === 'account' ? (actor.openKey?.id ?? actor.accountId) : '0';
};

const placeOf = ({ owner, key }: KeyedRequest) => `runtime.idempotency:${owner}:${key}`;
const sealed = (asked: KeyedRequest, plain: string) => asked.secrets?.seal(plain, placeOf(asked)) ?? plain;
const opened = (asked: KeyedRequest, kept: string) => asked.secrets?.open(kept, placeOf(asked)) ?? kept;

/**
 * Claims the key inside the change's transaction: a second request with the key waits here until the first one ends, and gets
 * its response. A rolled-back change leaves no claim, so it may be retried.
 */
export async function claimKey(
  ctx: Ctx,
  asked: KeyedRequest,
  attempt: string | null = null,
): Promise<{ answer: unknown } | undefined> {
  const now = ctx.clock.now();
  const lease = { attempt, lease_until: attempt === null ? null : new Date(now.getTime() + LEASE_MS) };
  const claimed = await ctx.db
    .insertInto('runtime.idempotency')
    .values({
      owner: asked.owner,
      key: asked.key,
      endpoint: asked.endpoint,
      body_hash: sealed(asked, asked.bodyHash),
      answer: null,
      created_at: now,
      kept_until: new Date(now.getTime() + asked.keptDays * DAY_MS),
      ...lease,
    })
    .onConflict((conflict) => conflict.columns(['owner', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed) return undefined;
  const earlier = await rowOf(ctx, asked).forUpdate().executeTakeFirst();
  // The request that had claimed it was refused, so the key is free again.
  if (!earlier) return claimKey(ctx, asked, attempt);
  if (earlier.endpoint !== asked.endpoint || opened(asked, earlier.body_hash) !== asked.bodyHash)
    throw new Refused(idempotencyKeyReused);
  if (earlier.lease_until === null) return { answer: openedAnswer(asked, earlier.answer) };
  const leftMs = earlier.lease_until.getTime() - now.getTime();
  if (leftMs > 0) throw new Refused(requestRunning, { retryAfterSeconds: Math.ceil(leftMs / 1_000) });
  await held(ctx, asked, earlier.attempt).set(lease).execute();
  return undefined;
}

const rowOf = (ctx: Ctx, { owner, key }: KeyedRequest) =>
  ctx.db
    .selectFrom('runtime.idempotency')
    .select(['endpoint', 'body_hash', 'answer', 'lease_until', 'attempt'])
    .where('owner', '=', owner)
    .where('key', '=', key);

/** The row of a key while this attempt holds it. */
const held = (ctx: Ctx, { owner, key }: KeyedRequest, attempt: string | null) =>
  ctx.db
    .updateTable('runtime.idempotency')
    .where('owner', '=', owner)
    .where('key', '=', key)
    .where('attempt', attempt === null ? 'is' : '=', attempt);

const openedAnswer = (asked: KeyedRequest, kept: unknown): unknown =>
  asked.secrets ? JSON.parse(opened(asked, kept as string)) : kept;

/** Stores the response in the change's transaction, which is rolled back if another attempt has taken over. */
export async function keepAnswer(
  ctx: Ctx,
  asked: KeyedRequest,
  answer: unknown,
  attempt: string | null = null,
): Promise<void> {
  const written = JSON.stringify(answer);
  const kept = await held(ctx, asked, attempt)
    .set({ answer: asked.secrets ? JSON.stringify(sealed(asked, written)) : written, lease_until: null })
    .returning('key')
    .executeTakeFirst();
  if (!kept) throw new Refused(requestRunning, { retryAfterSeconds: LEASE_MS / 1_000 });
}

/**
 * Runs a change that does part of its work outside a transaction. The key is claimed in a short transaction; this process
 * renews the claim while it lives, and a second request with the key is told that the first is still running. A failed attempt
 * releases the key. The claim of a dead process may be taken over after its lease.
 */
export async function withClaimedKey(
  ctx: Ctx,
  asked: KeyedRequest,
  run: (attempt: string) => Promise<unknown>,
): Promise<unknown> {
  const attempt = ctx.ids.next();
  const earlier = await ctx.transact((inside) => claimKey(inside, asked, attempt));
  if (earlier) return earlier.answer;
  const renewal = setInterval(() => {
    held(ctx, asked, attempt)
      .set({ lease_until: new Date(ctx.clock.now().getTime() + LEASE_MS) })
      .where('lease_until', 'is not', null)
      .execute()
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'The claim of an idempotency key was not renewed'));
  }, RENEWED_EVERY_MS);
  try {
    return await run(attempt);
  } catch (error) {
    await release(ctx, asked, attempt).catch((failure: unknown) =>
      ctx.log.warn({ err: failure }, 'An idempotency key stays claimed until its lease ends'),
    );
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

const release = ({ db }: Ctx, { owner, key }: KeyedRequest, attempt: string) =>
  db
    .deleteFrom('runtime.idempotency')
    .where('owner', '=', owner)
    .where('key', '=', key)
    .where('attempt', '=', attempt)
    .where('lease_until', 'is not', null)
    .execute();

/** A key that is kept no longer counts as new. */
export const deleteOldKeys = job({
  name: 'framework.idempotency',
  payload: z.object({}),
  schedule: '23 * * * *',
  run: async (ctx) => {
    const now = ctx.clock.now();
    for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE; ) {
      const old = ctx.db
        .selectFrom('runtime.idempotency')
        .select(['owner', 'key'])
        .where('kept_until', '<', now)
        .orderBy('kept_until')
        .limit(DELETED_AT_ONCE);
      const { numDeletedRows } = await ctx.db
        .deleteFrom('runtime.idempotency')
        .where((on) => on(on.refTuple('owner', 'key'), 'in', old.$asTuple('owner', 'key')))
        .executeTakeFirst();
      deleted = Number(numDeletedRows);
    }
  },
});
