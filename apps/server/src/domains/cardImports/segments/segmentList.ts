import { listCardScopes } from '@cardinal/contract/api/cardImports/cardScopes.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { carrierAccounts } from '../../carriers/face.ts';
import type { CardScopeRow } from './segmentTables.ts';

/** The cards within a segment `s`, limited to the caller's scope. */
const inside = (ctx: Ctx, extra = sql``) => {
  const scope = ctx.scope.everything ? sql`` : sql`and c.customer_id = any(${ctx.scope.customerIds}::bigint[])`;
  return sql<string>`(
    select count(*) from cards.v_card c
    where c.iccid ~>=~ s.start_key and c.iccid ~<=~ (s.end_key || '~') and length(c.iccid) >= length(s.start_key)
      ${scope} ${extra})`;
};

/** Segments of different lengths never overlap, except that 19 digits may be a 20-digit number without its check digit. */
const OVERLAPS = sql<boolean>`exists (
  select 1 from card_imports.card_scope o
  where length(o.start_key) <> length(s.start_key)
    and left(o.start_key, least(length(o.start_key), length(s.start_key)))
      <= left(s.end_key, least(length(o.start_key), length(s.start_key)))
    and left(o.end_key, least(length(o.start_key), length(s.start_key)))
      >= left(s.start_key, least(length(o.start_key), length(s.start_key))))`;

/** Segments that contain a number, or overlap a range. */
function holding(typed: string) {
  const [start = '', end = start] = typed.match(/\d+/g) ?? [];
  return sql<boolean>`least(length(${start}::text), length(${end}::text)) >= length(s.start_key)
    and left(${start}, length(s.start_key)) collate "C" <= s.end_key
    and left(${end}, length(s.start_key)) collate "C" >= s.start_key`;
}

export const segmentDataset = dataset(listCardScopes, {
  from: (ctx) => ctx.db.selectFrom('card_imports.card_scope as s'),
  table: 's',
  select: (query, ctx) =>
    query
      .selectAll('s')
      .select([inside(ctx).as('cards'), inside(ctx, sql`and c.lifecycle = 'activated'`).as('activated')]),
  present: async (rows, ctx) => {
    const accounts = await carrierAccounts(
      ctx,
      rows.map((row) => row.carrier_account_id),
    );
    return (rows as unknown as (CardScopeRow & { cards: string; activated: string })[]).map((row) => ({
      carrierAccountName: accounts.get(row.carrier_account_id)?.name ?? '',
      missing: Math.max(0, row.numbers - Number(row.cards)),
    }));
  },
  extra: (query, asked, ctx) => {
    let so = query;
    if (asked['iccid']) so = so.where(holding(String(asked['iccid'])));
    if (asked['incomplete'] !== undefined) {
      so = so.where(sql<boolean>`(${inside(ctx)} < s.numbers) = ${asked['incomplete'] === true}`);
    }
    if (asked['overlaps'] !== undefined) so = so.where(sql<boolean>`${OVERLAPS} = ${asked['overlaps'] === true}`);
    return so;
  },
});
