import { listConsumption } from '@cardinal/contract/api/customerAccounts/statement.ts';
import { businessOf } from '@cardinal/contract/api/ledger/business.ts';
import { sql } from 'kysely';
import { dataset } from '../../../framework/dataset.ts';
import { refuseLongPeriods } from '../../../framework/list/longPeriods.ts';
import { customerNames, subtreeIds } from '../../customers/face.ts';
import { operatorNames } from './operatorNames.ts';

export const consumptionDataset = dataset(listConsumption, {
  from: (ctx, asked) => {
    refuseLongPeriods(asked, ['at']);
    return ctx.db.selectFrom('ledger.v_entry as e');
  },
  table: 'e',
  key: sql`e.account_id, e.seq, e.at`,
  countBound: 20_000,
  select: (query) => query.selectAll('e'),
  present: async (rows, ctx) => {
    const names = await customerNames(
      ctx.db,
      rows.map((row) => row.customer_id),
    );
    const operators = await operatorNames(ctx, rows);
    const keys = await ctx.db
      .selectFrom('ledger.v_transaction')
      .select(['id', 'business_key'])
      .where(
        'id',
        'in',
        rows.map((row) => row.transaction_id),
      )
      .execute();
    const about = new Map(keys.map(({ id, business_key }) => [id, businessOf(business_key)]));
    return rows.map((row, at) => ({
      customerName: names.get(row.customer_id) ?? '',
      operatorName: operators[at] ?? '',
      about: about.get(row.transaction_id) ?? null,
    }));
  },
  extra: async (query, asked, ctx) => {
    let so = query;
    if (asked.under) {
      const ids = await subtreeIds(ctx.db, String(asked.under));
      so = so.where(sql<boolean>`e.customer_id = any(${ids}::bigint[])`);
    }
    if (asked.direction)
      so = so.where(asked.direction === 'in' ? sql<boolean>`e.amount > 0` : sql<boolean>`e.amount < 0`);
    return so;
  },
});
