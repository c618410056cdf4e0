import type { readAccount as endpoint } from '@cardinal/contract/api/identity/accounts.ts';
import type { sessionSchema } from '@cardinal/contract/api/identity/identity.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { permissionTitle } from '@cardinal/contract/permissions/catalogue.ts';
import { maskedEmail } from '@cardinal/primitives/email.ts';
import type * as z from 'zod';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { AnyQuery } from '../../../framework/dataset.ts';
import type { Database } from '../../../framework/tables.ts';
import { customerNames } from '../../customers/face.ts';
import { ceilings } from '../rights/ceilings.ts';
import { effectiveOf } from '../rights/rightsRules.ts';
import { rightsOfAccount } from '../rights/rightsStore.ts';
import { type AccountRow, accountDataset, accountRows } from './accountList.ts';

const SHOWN = 20;

/** An account within scope with its effective permissions, its sessions and its sign-ins. */
export async function readAccount(ctx: Ctx, id: string): Promise<AnswerOf<typeof endpoint>> {
  const row = (await accountRows(ctx.db.selectFrom('identity.account as a') as unknown as AnyQuery, ctx)
    .where('a.id', '=', id)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst()) as AccountRow | undefined;
  if (!row) throw new Refused(notFound);
  const rights = await rightsOfAccount(ctx, id);
  const ceiling = (await ceilings(ctx, [row.customer_id])).get(row.customer_id) ?? new Set<string>();
  const given = rights.roles.map((role) => ({ name: role.name, gives: effectiveOf(role, ceiling) }));
  const [shown] = await accountDataset.present([row], ctx);
  if (!shown) throw new Refused(notFound);
  const chosen = await customerNames(ctx.db, row.data_scope_customer_ids);
  return {
    ...shown,
    version: row.version,
    email: row.email === null ? null : maskedEmail(row.email),
    phoneVerifiedAt: row.phone_verified_at?.toISOString() ?? null,
    emailVerifiedAt: row.email_verified_at?.toISOString() ?? null,
    dataScopeCustomers: [...chosen].map(([customerId, name]) => ({ id: customerId, name })),
    permissions: [...rights.permissions].sort().map((permission) => ({
      id: permission,
      ...permissionTitle(permission),
      roles: given.filter(({ gives }) => gives.has(permission)).map(({ name }) => name),
    })),
    sessions: await sessionsOf(ctx, ctx.db, id),
    signIns: await signInsOf(ctx.db, id),
  };
}

/** The last sessions of an account, open ones first. */
export async function sessionsOf(ctx: Ctx, db: Database, accountId: string): Promise<z.output<typeof sessionSchema>[]> {
  const rows = await db
    .selectFrom('identity.session')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy((on) => on('ended_at', 'is', null), 'desc')
    .orderBy('created_at', 'desc')
    .limit(SHOWN)
    .execute();
  const actor = accountOf(ctx);
  return rows.map((row) => ({
    id: row.id,
    isThis: row.id === actor.sessionId,
    isView: row.viewed_customer_id !== null,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    address: row.address,
    device: row.user_agent,
    endedAt: row.ended_at?.toISOString() ?? null,
    endReason: row.end_reason,
  }));
}

export async function signInsOf(db: Database, accountId: string) {
  const rows = await db
    .selectFrom('identity.login_attempt')
    .select(['at', 'address', 'result'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
