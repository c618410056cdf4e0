import { sql } from 'kysely';
import type { Measure } from '../../../framework/measures.ts';

export const openBreakers: Measure = {
  name: 'payment_provider_breaker_open',
  help: '1 while the provider of a merchant does not answer and calls are held back, else 0',
  labelNames: ['merchant'],
  read: async (ctx) => {
    const rows = await ctx.db
      .selectFrom('payment_providers.gate')
      .select(['account_id as merchant', sql<boolean>`coalesce(open_until > clock_timestamp(), false)`.as('is_open')])
      .execute();
    return rows.map(({ merchant, is_open }) => ({ labels: { merchant }, value: Number(is_open) }));
  },
};
