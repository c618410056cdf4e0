import { sql } from 'kysely';
import type { Metric } from '../../earlyWarnings/face.ts';

type Row = { id: string; customer_id: string; name: string; balance: string | null; currency: string | null };

/** What each source last said we have there. */
export const balanceFigure: Metric = {
  key: 'sourceBalance',
  read: async (ctx, { customerIds }) => {
    const { rows } = await sql<Row>`
      select id, customer_id, name, balance::text, currency from external_packages.source
      where customer_id = any(${[...customerIds]}::bigint[]) and is_enabled order by id`.execute(
      ctx.beyondScope('figures of customers that a warning rule covers'),
    );
    return rows.map(({ id, customer_id, name, balance, currency }) => ({
      objectId: id,
      name,
      customerId: customer_id,
      link: '/packageManagement/outPackagemanage',
      value: balance === null ? null : BigInt(balance),
      currency,
    }));
  },
};
