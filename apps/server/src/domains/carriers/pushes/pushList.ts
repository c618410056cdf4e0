import { listCarrierPushes } from '@cardinal/contract/api/carriers/carrierPushes.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { dataset } from '../../../framework/dataset.ts';

type Row = RowOf<typeof listCarrierPushes>;

/** Pushes to accounts the caller may see. */
export const pushDataset = dataset(listCarrierPushes, {
  from: (ctx) =>
    ctx.db
      .selectFrom('carriers.push as p')
      .innerJoin('carriers.account as a', (join) => join.onRef('a.id', '=', 'p.account_id')),
  carrier: sql`a.platform`,
  table: 'p',
  extra: (query, { refused }) => (refused === undefined ? query : query.where(sql<boolean>`p.is_refused = ${refused}`)),
  select: (query) => query.selectAll('p').select('a.name as account_name'),
  present: async (rows, ctx) =>
    rows.map((row) => ({
      kind: row.kind as Row['kind'],
      verdict: row.verdict as Row['verdict'],
      effect: row.effect === null ? null : say(row.effect, ctx.language),
    })),
});
