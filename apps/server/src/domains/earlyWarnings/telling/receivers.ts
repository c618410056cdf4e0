import type { WarningOrigin } from '@cardinal/contract/api/earlyWarnings/definition.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { pathsOf, subtreeIds } from '../../customers/face.ts';
import { rightsOfAccount } from '../../identity/face.ts';
import { WHY } from '../warningTables.ts';

export type Receiver = {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly customer_id: string;
  /** Of its customer: it may hear of what lies below. */
  readonly path: string;
};

export const SCREEN_OF: Readonly<Record<WarningOrigin, string>> = {
  fleet: '/operationManagement/earlyWarningRules',
  own: '/permission/warnSetting',
};
const ENABLED = 1;
const RIGHT_OF: Readonly<Record<WarningOrigin, string>> = { fleet: 'earlyWarning.view', own: 'warnSetting.view' };

type Row = Omit<Receiver, 'path'>;

async function withRight(ctx: Ctx, rows: readonly Row[], origin: WarningOrigin): Promise<Receiver[]> {
  const paths = await pathsOf(
    ctx.beyondScope(WHY),
    rows.map(({ customer_id }) => customer_id),
  );
  const able: Receiver[] = [];
  for (const row of rows) {
    const rights = await rightsOfAccount(ctx, row.id);
    const path = paths.get(row.customer_id);
    if (path !== undefined && rights?.permissions.has(RIGHT_OF[origin])) able.push({ ...row, path });
  }
  return able;
}

/** Of these accounts, those that are enabled and may see what they are told. */
export async function receiversAmong(ctx: Ctx, ids: readonly string[], origin: WarningOrigin): Promise<Receiver[]> {
  const rows = await ctx
    .beyondScope(WHY)
    .selectFrom('identity.v_account')
    .select(['id', 'account', 'name', 'customer_id'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .where('status', '=', ENABLED)
    .orderBy('id')
    .execute();
  return withRight(ctx, rows, origin);
}

/** So many accounts are looked through for those that may be chosen. */
const MOST_OFFERED = 200;

/** Who may be told by a rule of a customer: its own accounts, and for rules over others those of customers below too. */
export async function receiversOf(ctx: Ctx, ownerId: string, origin: WarningOrigin): Promise<Receiver[]> {
  const customerIds = origin === 'own' ? [ownerId] : await subtreeIds(ctx.beyondScope(WHY), ownerId);
  const rows = await ctx
    .beyondScope(WHY)
    .selectFrom('identity.v_account')
    .select(['id', 'account', 'name', 'customer_id'])
    .where(sql<boolean>`customer_id = any(${customerIds}::bigint[])`)
    .where('status', '=', ENABLED)
    .orderBy(sql`customer_id = ${ownerId}::bigint`, 'desc')
    .orderBy('id')
    .limit(MOST_OFFERED)
    .execute();
  return withRight(ctx, rows, origin);
}
