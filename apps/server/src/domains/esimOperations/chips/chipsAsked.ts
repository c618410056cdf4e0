import type { NamedChips } from '@cardinal/contract/api/esim/named.ts';
import { chipNotFound } from '@cardinal/contract/api/esim/refusals.ts';
import { listChips } from '@cardinal/contract/api/esimOperations/chips.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type ChipRow, lockChips, namesFound } from '../../esim/face.ts';
import { chipDataset } from './chipList.ts';

const found = { endpoint: listChips, dataset: chipDataset, column: sql<string>`h.eid` };

/** The chips a preview names, all within the caller's scope; they are not locked. */
export async function chipsShown(ctx: Ctx, named: NamedChips): Promise<ChipRow[]> {
  const eids = [...new Set(Array.isArray(named) ? named : await namesFound(ctx, found, named))];
  const rows = await ctx.db.selectFrom('esim.v_chip').selectAll().where('eid', 'in', eids).orderBy('eid').execute();
  if (rows.length < eids.length) throw new Refused(chipNotFound);
  return rows;
}

/** The chips a change names, all within the caller's scope, locked until its transaction ends. */
export async function chipsAsked(ctx: Ctx, named: NamedChips): Promise<ChipRow[]> {
  if (Array.isArray(named)) return lockChips(ctx, named);
  return lockChips(ctx, await namesFound(ctx, found, named));
}
