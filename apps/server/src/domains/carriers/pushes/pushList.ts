import type { listCarrierPushes } from '@cardinal/contract/api/carriers/carrierPushes.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { say, type Text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Dataset } from '../../../framework/dataset.ts';

type Row = RowOf<typeof listCarrierPushes>;

/** What carriers told accounts the caller may see. */
export const pushDataset: Dataset = {
  from: (ctx) =>
    ctx.db
      .selectFrom('carriers.push as p')
      .innerJoin('carriers.account as a', (join) => join.onRef('a.id', '=', 'p.account_id')),
  carrier: sql`a.platform`,
  id: sql<string>`p.id`,
  columns: {
    at: sql`p.at`,
    accountId: sql`p.account_id`,
    kind: sql`p.kind`,
    verdict: sql`p.verdict`,
    iccid: sql`p.iccid`,
    eid: sql`p.eid`,
  },
  extra: (query, { refused }) => (refused === undefined ? query : query.where(sql<boolean>`p.is_refused = ${refused}`)),
  select: (query) => query.selectAll('p').select('a.name as account_name'),
  present: async (rows, ctx) =>
    rows.map(
      (row): Row => ({
        id: row['id'] as string,
        at: (row['at'] as Date).toISOString(),
        accountId: row['account_id'] as string,
        accountName: row['account_name'] as string,
        kind: row['kind'] as Row['kind'],
        verdict: row['verdict'] as Row['verdict'],
        iccid: row['iccid'] as string | null,
        eid: row['eid'] as string | null,
        toldAt: (row['told_at'] as Date | null)?.toISOString() ?? null,
        effect: row['effect'] === null ? null : say(row['effect'] as Text, ctx.language),
      }),
    ),
};
