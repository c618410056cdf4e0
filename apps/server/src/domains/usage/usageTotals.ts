import type { Database } from '../../framework/tables.ts';

export type DayTotal = { readonly day: string; readonly bytes: string; readonly cards: number };

/** Total usage of all cards in the caller's scope per day, from one day to another inclusive; days without usage are absent. */
export async function usageTotals(db: Database, from: string, to: string): Promise<DayTotal[]> {
  const rows = await db
    .selectFrom('usage.customer_day')
    .select((on) => ['day', on.fn.sum<string>('bytes').as('bytes'), on.fn.sum<string>('cards').as('cards')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('day')
    .orderBy('day')
    .execute();
  return rows.map((row) => ({ day: row.day, bytes: row.bytes, cards: Number(row.cards) }));
}

export type AccountDay = { readonly accountId: string; readonly day: string; readonly bytes: string };

/** The same per carrier account: their cycles begin on different days. */
export const usageByAccount = (db: Database, from: string, to: string): Promise<AccountDay[]> =>
  db
    .selectFrom('usage.customer_day')
    .select((on) => ['carrier_account_id as accountId', 'day', on.fn.sum<string>('bytes').as('bytes')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['carrier_account_id', 'day'])
    .execute();
