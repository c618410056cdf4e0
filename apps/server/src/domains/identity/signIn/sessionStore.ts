import { createHash } from 'node:crypto';
import type { EndReason } from '@cardinal/contract/enumerations/identity.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import type { AccountTable, SessionTable } from '../identityTables.ts';
import { expiryOf } from './sessionRules.ts';
import { signInLimits } from './signInLimits.ts';

const TOKEN_BYTES = 32;

/** The stored form of a token; reading the table does not allow signing in. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Maximum duration of viewing as a customer. */
const VIEW_MS = 30 * 60_000;

/** Opens a session inside the caller's transaction. The token is returned once and not stored. */
export async function openSession(
  ctx: Ctx,
  account: Pick<AccountTable, 'id' | 'customer_id'>,
  isRemembered: boolean,
  from: { readonly viewedCustomerId?: string; readonly openedFrom?: string; readonly providerId?: string } = {},
): Promise<{ token: string; session: SessionTable }> {
  const token = Buffer.from(ctx.random.bytes(TOKEN_BYTES)).toString('base64url');
  const now = ctx.clock.now();
  const session: SessionTable = {
    id: ctx.ids.next(),
    token_hash: hashOfToken(token),
    account_id: account.id,
    customer_id: account.customer_id,
    is_remembered: isRemembered,
    created_at: now,
    last_seen_at: now,
    expires_at: from.viewedCustomerId
      ? new Date(now.getTime() + VIEW_MS)
      : expiryOf(now, isRemembered, await signInLimits(ctx.db)),
    address: ctx.address,
    user_agent: ctx.userAgent,
    ended_at: null,
    end_reason: null,
    viewed_customer_id: from.viewedCustomerId ?? null,
    opened_from: from.openedFrom ?? null,
    provider_id: from.providerId ?? null,
  };
  await ctx.db.insertInto('identity.session').values(session).execute();
  return { token, session };
}

/** Ends the open sessions of an account, all or all but one, with the views opened from them, and returns how many. */
export async function endSessions(
  db: Database,
  accountId: string,
  how: { reason: EndReason; at: Date; except?: string; only?: readonly string[] },
): Promise<number> {
  let ending = db
    .updateTable('identity.session')
    .set({ ended_at: how.at, end_reason: how.reason })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null);
  if (how.except) ending = ending.where('id', '<>', how.except);
  const { only } = how;
  if (only) ending = ending.where((on) => on.or([on('id', 'in', only), on('opened_from', 'in', only)]));
  const { numUpdatedRows } = await ending.executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Ends the open sessions an identity provider vouched for, with the views opened from them. */
export async function endSessionsOfProvider(db: Database, providerId: string, at: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('identity.session as s')
    .set({ ended_at: at, end_reason: 'revoked' })
    .where('s.ended_at', 'is', null)
    .where((on) =>
      on.or([
        on('s.provider_id', '=', providerId),
        on(
          's.opened_from',
          'in',
          on.selectFrom('identity.session as o').select('o.id').where('o.provider_id', '=', providerId),
        ),
      ]),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
