import { numberNotFound } from '@cardinal/contract/api/esim/refusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import type { CodeNumberRow } from '../esimTables.ts';

/** In stock: neither on a chip nor bound to one. `n` is the code number. */
export const FREE = sql<SqlBool>`n.enable_state = 0 and n.eid is null`;
/** On its chip, but not active. */
export const ON_CHIP = sql<SqlBool>`n.enable_state = 0 and n.eid is not null`;

export type OwnedNumber = CodeNumberRow & { readonly customer_id: string };

const owned = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db
    .selectFrom('esim.code_number as n')
    .innerJoin('cards.v_esim_card as c', 'c.id', 'n.card_id')
    .selectAll('n')
    .select('c.customer_id')
    .where('n.card_id', 'in', [...ids])
    .orderBy('n.card_id');

/** Code numbers within the caller's scope, in the order of their ids. Refused if one is unknown or foreign. */
export async function seeNumbers(ctx: Ctx, ids: readonly string[]): Promise<OwnedNumber[]> {
  return all(await owned(ctx, ids).execute(), ids);
}

/** The same, locked until the transaction ends. */
export async function lockNumbers(ctx: Ctx, ids: readonly string[]): Promise<OwnedNumber[]> {
  return all(await owned(ctx, ids).forUpdate('n').execute(), ids);
}

function all(rows: OwnedNumber[], ids: readonly string[]): OwnedNumber[] {
  if (rows.length < new Set(ids).size) throw new Refused(numberNotFound);
  return rows;
}

/** All numbers that are, will be or were on the chip. */
export const lockNumbersOf = (db: Database, eid: string): Promise<CodeNumberRow[]> =>
  db.selectFrom('esim.code_number').selectAll().where('eid', '=', eid).orderBy('card_id').forUpdate().execute();

export const lockNumber = (db: Database, cardId: string): Promise<CodeNumberRow | undefined> =>
  db.selectFrom('esim.code_number').selectAll().where('card_id', '=', cardId).forUpdate().executeTakeFirst();

/** The numbers of many chips, as `lockNumbersOf` finds them, by chip; nothing is locked. */
export async function numbersByChip(
  db: Database,
  eids: readonly string[],
): Promise<ReadonlyMap<string | null, CodeNumberRow[]>> {
  if (eids.length === 0) return new Map();
  const rows = await db
    .selectFrom('esim.code_number')
    .selectAll()
    .where('eid', 'in', eids)
    .orderBy('card_id')
    .execute();
  return Map.groupBy(rows, ({ eid }) => eid);
}
