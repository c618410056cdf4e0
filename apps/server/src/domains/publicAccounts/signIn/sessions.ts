import { createHash } from 'node:crypto';
import type { Clock } from '@cardinal/primitives/clock.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Actor, Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import type { Scope } from '../../../framework/scoping.ts';
import type { Database } from '../../../framework/tables.ts';
import type { EndUserTable } from '../publicAccountTables.ts';

const DAY_MS = 86_400_000;
/** A phone is its owner's: he is asked again after a month, or when he stayed away for a week. */
export const LONGEST_MS = 30 * DAY_MS;
const IDLE_MS = 7 * DAY_MS;
const SEEN_EVERY_MS = 3_600_000;
const TOKEN_BYTES = 32;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Opens a session for the user of an account; the token is returned once and not stored. */
export async function openSession(
  ctx: Ctx,
  account: { readonly id: string; readonly customer_id: string },
  openid: string,
): Promise<string> {
  const now = ctx.clock.now();
  const db = ctx.beyondScope('whoever WeChat names becomes a user of the account');
  const user = await db
    .insertInto('public_accounts.end_user')
    .values({
      id: ctx.ids.next(),
      account_id: account.id,
      customer_id: account.customer_id,
      openid,
      created_at: now,
      last_seen_at: now,
    })
    .onConflict((on) => on.columns(['account_id', 'openid']).doUpdateSet({ last_seen_at: now }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = Buffer.from(ctx.random.bytes(TOKEN_BYTES)).toString('base64url');
  await db
    .insertInto('public_accounts.session')
    .values({
      token_hash: hashOf(token),
      end_user_id: user.id,
      account_id: account.id,
      customer_id: account.customer_id,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + LONGEST_MS),
    })
    .execute();
  return token;
}

/** Sees nothing of any customer: what is an end user's own is read by `cardsOf` and by his id. */
const nothingOf = (endUserId: string): Scope => ({
  everything: false,
  customerIds: [],
  ownCustomerId: '0',
  accountId: endUserId,
});

/** The end user of a session of this account; one query, so that a session that was ended is refused at once. */
export async function authenticateEndUser(
  db: Database,
  token: string,
  publicAccountId: string,
  clock: Clock,
): Promise<{ actor: Actor; scope: Scope } | undefined> {
  if (!/^\d{1,18}$/.test(publicAccountId)) return undefined;
  const now = clock.now();
  const found = await db
    .selectFrom('public_accounts.session as s')
    .innerJoin('public_accounts.account as a', 'a.id', 's.account_id')
    .select(['s.end_user_id', 's.account_id', 'a.customer_id', 'a.kind', 's.last_seen_at'])
    .where('s.token_hash', '=', hashOf(token))
    .where('s.account_id', '=', publicAccountId)
    .where('s.expires_at', '>', now)
    .where('s.last_seen_at', '>', new Date(now.getTime() - IDLE_MS))
    .where('a.is_enabled', '=', true)
    .executeTakeFirst();
  if (!found) return undefined;
  if (now.getTime() - found.last_seen_at.getTime() > SEEN_EVERY_MS)
    await db
      .updateTable('public_accounts.session')
      .set({ last_seen_at: now })
      .where('token_hash', '=', hashOf(token))
      .execute();
  return {
    actor: {
      kind: 'endUser',
      endUserId: found.end_user_id,
      publicAccountId: found.account_id,
      isInMiniProgram: found.kind === 'miniProgram',
      customerId: found.customer_id,
    },
    scope: nothingOf(found.end_user_id),
  };
}

/** Signs him out everywhere at this account. */
export const endSessions = (ctx: Ctx, { id }: Pick<EndUserTable, 'id'>) =>
  ctx
    .beyondScope('an end user ends his own sessions')
    .deleteFrom('public_accounts.session')
    .where('end_user_id', '=', id)
    .execute();

const MISSES_KEPT_MS = DAY_MS;

export const sweepSessions = job({
  name: 'publicAccounts.sweep',
  payload: z.object({}),
  schedule: '20 4 * * *',
  run: async (ctx) => {
    const now = ctx.clock.now();
    const db = ctx.beyondScope('sessions that are over and misses nobody counts any more');
    await db
      .deleteFrom('public_accounts.session')
      .where(sql<boolean>`expires_at < ${now} or last_seen_at < ${new Date(now.getTime() - IDLE_MS)}`)
      .execute();
    await db
      .deleteFrom('public_accounts.missed_number')
      .where('at', '<', new Date(now.getTime() - MISSES_KEPT_MS))
      .execute();
  },
});
