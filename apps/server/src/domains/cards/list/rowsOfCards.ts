import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { subtreeIds } from '../../customers/face.ts';
import { bothForms, readIdentifierList } from '../finding/identifierList.ts';
import { hasPasted } from '../finding/wholeNumbers.ts';
import { rowSeen, sightsOfCards } from '../shownFields.ts';
import { maskedFor } from './maskedNumbers.ts';

type Asked = {
  readonly under?: string | undefined;
  readonly businessNumber?: string | undefined;
  readonly identifiers?: string | undefined;
  readonly identifierType?: number | undefined;
  readonly startIccid?: string | undefined;
  readonly endIccid?: string | undefined;
};

/** What lists of other rooms are narrowed by beside their fields, on a table that has a card's id and number and a customer. */
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

/** The business numbers of these cards, of those the caller still sees and as it may see them. */
export async function businessNumbers(
  ctx: Ctx,
  cardIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const cards = await ctx.db
    .selectFrom('cards.v_card')
    .select(['id', 'business_number as businessNumber'])
    .where('id', 'in', [...new Set(cardIds)])
    .execute();
  const sights = await sightsOfCards(ctx, cardIds);
  const seen = cards.map((card) => {
    const sight = sights.get(card.id);
    return sight ? rowSeen(card, sight) : card;
  });
  const shown = await maskedFor(ctx, seen);
  return new Map(cards.map(({ id }, at) => [id, shown[at]?.['businessNumber'] as string | null]));
}
