import { listPaymentRoutes } from '@cardinal/contract/api/payments/paymentRoutes.ts';
import { type SqlBool, sql } from 'kysely';
import { dataset } from '../../../framework/dataset.ts';
import { customerNames } from '../../customers/face.ts';
import { accountLabels } from '../routing/collectors.ts';

export const routeDataset = dataset(listPaymentRoutes, {
  from: (ctx) => ctx.db.selectFrom('payments.v_route as r'),
  table: 'r',
  id: sql<string>`(r.customer_id || '.' || r.scene || '.' || r.currency || '.' || r.provider)`,
  columns: {
    id: sql`(r.customer_id || '.' || r.scene || '.' || r.currency || '.' || r.provider)`,
    account: sql`r.account_id`,
  },
  select: (query) => query.selectAll('r'),
  present: async (rows, ctx) => {
    const labels = await accountLabels(
      ctx,
      rows.map(({ account_id }) => account_id),
    );
    const names = await customerNames(
      ctx.db,
      rows.flatMap(({ collector_id }) => (collector_id ? [collector_id] : [])),
    );
    return rows.map(({ customer_id, scene, currency, provider, account_id, collector_id }) => ({
      id: `${customer_id}.${scene}.${currency}.${provider}`,
      account: labels.get(account_id ?? '') ?? null,
      collectorName: names.get(collector_id ?? '') ?? null,
    }));
  },
  extra: (query, { under }, ctx) => {
    if (under === undefined) return query;
    const top = ctx.db.selectFrom('customers.v_customer').select('path').where('id', '=', under);
    return query.where(sql<SqlBool>`r.path like ${top} || '%'`);
  },
  figures: async (_, filtered) => {
    const count = (coverage: string) => sql<string>`count(*) filter (where r.coverage = ${coverage})`;
    const rows = (await (
      await filtered()
    )
      .select([count('own').as('own'), count('inherited').as('inherited'), count('hole').as('hole')])
      .execute()) as { own: string; inherited: string; hole: string }[];
    const [all] = rows;
    return { own: Number(all?.own ?? 0), inherited: Number(all?.inherited ?? 0), hole: Number(all?.hole ?? 0) };
  },
});
