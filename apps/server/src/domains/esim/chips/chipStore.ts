import { chipNotFound } from '@cardinal/contract/api/esim/refusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import { customerOf, idsOfPath } from '../../customers/face.ts';
import type { ChipRow } from '../esimTables.ts';
import { beyond } from '../onItsWay.ts';

/** A chip within the caller's scope. */
export async function findChip(ctx: Ctx, eid: string): Promise<ChipRow> {
  const chip = await ctx.db.selectFrom('esim.chip').selectAll().where('eid', '=', eid).executeTakeFirst();
  if (!chip) throw new Refused(chipNotFound);
  return chip;
}

/** Chips within the caller's scope, locked in one order until the transaction ends. Refused if one is missing. */
export async function lockChips(ctx: Ctx, eids: readonly string[]): Promise<ChipRow[]> {
  const wanted = [...new Set(eids)];
  const rows = await ctx.db
    .selectFrom('esim.chip')
    .selectAll()
    .where('eid', 'in', wanted)
    .orderBy('eid')
    .forUpdate()
    .execute();
  if (rows.length < wanted.length) throw new Refused(chipNotFound);
  return rows;
}

const CLOSED_CHIPS: ReadonlySet<string> = new Set(['RETIRED', 'OPERATOR_MANAGEMENT']);
export const isClosedChip = (state: string): boolean => CLOSED_CHIPS.has(state);

/* The lock order: chip, its numbers by id, operation, then card rows and task rows. */
export const lockChip = (db: Database, eid: string): Promise<ChipRow | undefined> =>
  db.selectFrom('esim.chip').selectAll().where('eid', '=', eid).forUpdate().executeTakeFirst();

type Changes = Partial<Omit<ChipRow, 'audit'>> & { readonly audit?: string | null };

export const setChips = (db: Database, eids: readonly string[], changes: Changes): Promise<unknown> =>
  db
    .updateTable('esim.chip')
    .set((on) => ({ ...changes, version: on('version', '+', 1) }))
    .where('eid', 'in', eids)
    .execute();

export const setChip = (db: Database, eid: string, changes: Changes): Promise<unknown> => setChips(db, [eid], changes);

/** The customers from the root down to a chip's own. */
export async function pathOf(ctx: Ctx, customerId: string): Promise<string[]> {
  const customer = await customerOf(beyond(ctx), customerId);
  return customer ? idsOfPath(customer.path) : [];
}
