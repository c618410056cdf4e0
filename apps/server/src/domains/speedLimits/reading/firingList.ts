import { listSpeedFirings } from '@cardinal/contract/api/speedLimits/limitedCards.ts';
import { sql } from 'kysely';
import { dataset } from '../../../framework/dataset.ts';
import { customerNames } from '../../customers/face.ts';

/** Steps reached on cards of the caller's tree, of limits it sees. */
export const firingDataset = dataset(listSpeedFirings, {
  from: (ctx, asked) =>
    ctx.db
      .selectFrom('speed_limits.firing as f')
      .innerJoin('speed_limits.speed_limit as l', 'l.id', 'f.speed_limit_id')
      .where('f.speed_limit_id', '=', String((asked as { speedLimitId?: unknown }).speedLimitId)),
  table: 'f',
  columns: { customerName: sql`f.customer_id` },
  select: (query) =>
    query.select([
      'f.id',
      'f.iccid',
      'f.customer_id',
      'f.step',
      'f.kbps',
      'f.used_bytes',
      'f.counted_at',
      'f.is_shadow',
      'f.revision',
      'f.fired_at',
    ]),
  present: async (rows, ctx) => {
    const names = await customerNames(
      ctx.db,
      rows.map(({ customer_id }) => customer_id),
    );
    return rows.map((row) => ({ customerName: names.get(row.customer_id) ?? '' }));
  },
});
