import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { likeContains } from '../../../framework/likeContains.ts';
import { bothForms, hasPasted, readIdentifierList } from '../../cards/face.ts';
import { subtreeIds } from '../../customers/face.ts';

type Asked = {
  readonly under?: string | undefined;
  readonly businessNumber?: string | undefined;
  readonly identifiers?: string | undefined;
  readonly identifierType?: number | undefined;
  readonly startIccid?: string | undefined;
  readonly endIccid?: string | undefined;
};

/** The predicates of both lists beside their fields, on a table that has a card's id and number and a customer. */
export async function narrowing(ctx: Ctx, table: 'l' | 'n' | 'c', asked: Asked): Promise<RawBuilder<SqlBool>[]> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const conditions: RawBuilder<SqlBool>[] = [];
  if (asked.under) {
    const ids = await subtreeIds(ctx.db, asked.under);
    conditions.push(sql<SqlBool>`${column('customer_id')} = any(${[...ids]}::bigint[])`);
  }
  const cardId = column(table === 'c' ? 'id' : 'card_id');
  if (asked.businessNumber) {
    const cards = ctx.db.selectFrom('cards.v_card').select('id').where('business_number', '=', asked.businessNumber);
    conditions.push(sql<SqlBool>`${cardId} in (${cards})`);
  }
  if (asked.identifiers) {
    const pasted = readIdentifierList(asked.identifierType ?? 1, asked.identifiers);
    const byIccid = sql<SqlBool>`${column('iccid')} = any(${bothForms(pasted.values)})`;
    if (pasted.column === 'iccid') conditions.push(byIccid);
    else {
      const cards = ctx.db
        .selectFrom('cards.v_card as c')
        .select('c.id')
        .where(await hasPasted(ctx, pasted));
      const having = sql<SqlBool>`${cardId} in (${cards})`;
      conditions.push(pasted.column ? having : sql<SqlBool>`(${having} or ${byIccid})`);
    }
  }
  if (asked.startIccid) conditions.push(sql<SqlBool>`${column('iccid')} >= ${asked.startIccid}`);
  // The end includes all its check digits.
  if (asked.endIccid) conditions.push(sql<SqlBool>`${column('iccid')} <= ${`${asked.endIccid}~`}`);
  return conditions;
}

/** Packages are few and orders many: a name is looked for among the packages, as they are named now. */
export const byPackageName = {
  sql: sql`o.package_name`,
  where: (_: string, value: unknown) =>
    sql<SqlBool>`o.package_id in (select p.id from packages.v_package p where p.name ilike ${likeContains(String(value))})`,
};

/** The carrier family of the order's package. */
export const PLATFORM = sql`(select p.platform from packages.v_package p where p.id = o.package_id)`;
