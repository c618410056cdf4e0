import { listChips } from '@cardinal/contract/api/esim/chips.ts';
import type { NamedChips } from '@cardinal/contract/api/esim/named.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { ChipRow } from '../esimTables.ts';
import { namesFound } from '../filtered.ts';
import { chipDataset } from './chipList.ts';
import { lockChips } from './chipStore.ts';

/** The chips a change names, held until its transaction ends; all within the caller's scope. */
export async function chipsAsked(ctx: Ctx, named: NamedChips): Promise<ChipRow[]> {
  if (Array.isArray(named)) return lockChips(ctx, named);
  const found = { endpoint: listChips, dataset: chipDataset, column: sql<string>`h.eid` };
  return lockChips(ctx, await namesFound(ctx, found, named));
}
