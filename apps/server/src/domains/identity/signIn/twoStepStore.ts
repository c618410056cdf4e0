import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import { plainCode, recoveryHash } from './recoveryCodes.ts';
import { stepOfCode } from './totp.ts';

/** The context an account's secret is encrypted for: it can be decrypted nowhere else. */
const secretPlace = (accountId: string): string => `identity.two_step:${accountId}`;

/** An account's secret as it is stored. */
export const sealSecret = (ctx: Ctx, accountId: string, key: Uint8Array): string =>
  ctx.secrets.seal(Buffer.from(key).toString('base64'), secretPlace(accountId));

export type TwoStep = { readonly since: Date; readonly recoveryCodesLeft: number };

/** Since when an account uses two-step sign-in; undefined if it does not. */
export async function twoStepOf(db: Database, accountId: string): Promise<TwoStep | undefined> {
  const row = await db
    .selectFrom('identity.two_step')
    .select(['since', 'recovery_hashes'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.since ? { since: row.since, recoveryCodesLeft: row.recovery_hashes.length } : undefined;
}

/**
 * Whether a typed code is right, and uses it up: authenticator and recovery codes are valid once. A single statement decides,
 * so that of two concurrent attempts one wins. `isBeginning` checks a secret that is not active yet.
 */
export async function useCode(
  ctx: Ctx,
  db: Database,
  accountId: string,
  typed: string,
  isBeginning = false,
): Promise<boolean> {
  const row = await db
    .selectFrom('identity.two_step')
    .select(['sealed'])
    .where('account_id', '=', accountId)
    .where('since', isBeginning ? 'is' : 'is not', null)
    .executeTakeFirst();
  if (!row) return false;
  const code = plainCode(typed);
  if (/^\d{6}$/.test(code)) {
    const key = Buffer.from(ctx.secrets.open(row.sealed, secretPlace(accountId)), 'base64');
    const step = stepOfCode(key, code, ctx.clock.now());
    if (step === undefined) return false;
    const { numUpdatedRows } = await db
      .updateTable('identity.two_step')
      .set({ last_step: String(step) })
      .where('account_id', '=', accountId)
      .where('last_step', '<', String(step))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }
  const hash = recoveryHash(accountId, code);
  const { numUpdatedRows } = await db
    .updateTable('identity.two_step')
    .set({ recovery_hashes: sql<string[]>`array_remove(recovery_hashes, ${hash})` })
    .where('account_id', '=', accountId)
    .where('since', 'is not', null)
    .where(sql<boolean>`${hash} = any(recovery_hashes)`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
