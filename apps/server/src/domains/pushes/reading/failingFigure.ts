import { sql } from 'kysely';
import type { Metric } from '../../earlyWarnings/face.ts';

const MINUTE_MS = 60_000;

type Row = { id: string; customer_id: string; name: string; failing_since: Date | null };

/** For how many minutes an address has taken nothing. Paused by a person, it is not watched. */
export const failingFigure: Metric = {
  key: 'pushFailing',
  read: async (ctx, { customerIds }) => {
    const { rows } = await sql<Row>`
      select id, customer_id, name, failing_since from pushes.subscription
      where customer_id = any(${[...customerIds]}::bigint[]) and removed_at is null and state <> 'off' order by id`.execute(
      ctx.beyondScope('figures of customers that a warning rule covers'),
    );
    const now = +ctx.clock.now();
    return rows.map(({ id, customer_id, name, failing_since }) => ({
      objectId: id,
      name,
      customerId: customer_id,
      link: '/system/activePushConfig',
      value: failing_since ? BigInt(Math.max(0, Math.floor((now - +failing_since) / MINUTE_MS))) : 0n,
      currency: null,
    }));
  },
};
