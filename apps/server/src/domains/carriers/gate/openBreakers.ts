import { sql } from 'kysely';
import type { Measure } from '../../../framework/measures.ts';

export const openBreakers: Measure = {
  name: 'carrier_breaker_open',
  help: '1 while the carrier of an account does not answer and calls are held back, else 0',
  labelNames: ['account'],
  read: async (ctx) => {
    const rows = await ctx.db
      .selectFrom('carriers.gate')
      .select(['account_id as account', sql<boolean>`coalesce(open_until > clock_timestamp(), false)`.as('is_open')])
      .execute();
    return rows.map(({ account, is_open }) => ({ labels: { account }, value: Number(is_open) }));
  },
};
