import { listCardScopeGaps } from '@cardinal/contract/api/cardImports/cardScopes.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';

type Gap = { id: string; segment_id: string; first: string; last: string; numbers: string };

/** The gaps between consecutive cards of a segment `s`, and between the outermost cards and its ends. */
const gapsIn = (ctx: Ctx) => {
  const scope = ctx.scope.everything ? sql`` : sql`and c.customer_id = any(${ctx.scope.customerIds}::bigint[])`;
  return sql<Gap>`lateral (
    select row_number() over (order by first) as id, first, last from (
      select lag(n) over (order by n) + 1 as first, n - 1 as last from (
        select left(c.iccid, length(s.start_key))::numeric as n from cards.v_card c
        where c.iccid ~>=~ s.start_key and c.iccid ~<=~ (s.end_key || '~') and length(c.iccid) >= length(s.start_key)
          ${scope}
        union select s.start_key::numeric - 1
        union select s.end_key::numeric + 1
      ) held
    ) between_held where first <= last)`.as('g');
};

/** Restores leading zeros of a segment's number. */
const written = (number: string) => sql<string>`lpad(${sql.ref(number)}::text, length(s.start_key), '0')`;

/** Gaps of the segments the caller may see. */
export const gapDataset = dataset(listCardScopeGaps, {
  from: (ctx) => ctx.db.selectFrom('card_imports.card_scope as s').innerJoin(gapsIn(ctx), (on) => on.onTrue()),
  table: 'g',
  columns: {
    segmentId: sql`s.id`,
    startNumber: sql`g.first`,
    numbers: sql`g.last - g.first + 1`,
  },
  select: (query) =>
    query.select([
      'g.id',
      's.id as segment_id',
      written('g.first').as('first'),
      written('g.last').as('last'),
      sql<number>`(g.last - g.first + 1)::int`.as('numbers'),
    ]),
  present: async (rows) => rows.map((row) => ({ startNumber: row.first, endNumber: row.last })),
});
