import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { AnyQuery, Dataset } from '../../../framework/dataset.ts';
import { customerNames } from '../../customers/face.ts';
import type { FiringRow } from '../esimTables.ts';

const column = (name: string) => sql`f.${sql.ref(name)}`;

export const firingDataset: Dataset = {
  from: (ctx) =>
    ctx.db
      .selectFrom('esim.firing as f')
      .leftJoin('esim.strategy as s', 's.id', 'f.strategy_id') as unknown as AnyQuery,
  id: sql<string>`f.id`,
  columns: {
    id: column('id'),
    firedAt: column('fired_at'),
    eid: column('eid'),
    strategyId: column('strategy_id'),
    trigger: column('trigger'),
    country: column('country'),
    decision: column('decision'),
    profileType: column('profile_type'),
    result: column('result'),
    isShadow: column('is_shadow'),
  },
  select: (query) => query.selectAll('f').select('s.name as strategy_name'),
  present: async (rows, ctx: Ctx) => {
    const firings = rows as unknown as (FiringRow & { strategy_name: string | null })[];
    const names = await customerNames(
      ctx.db,
      firings.map((firing) => firing.customer_id),
    );
    return firings.map((firing) => ({
      id: firing.id,
      firedAt: firing.fired_at.toISOString(),
      eid: firing.eid,
      strategyId: firing.strategy_id,
      // A strategy of a customer further up is nobody's business below.
      strategyName: firing.strategy_name ?? '',
      customerName: names.get(firing.customer_id) ?? '',
      trigger: firing.trigger,
      country: firing.country,
      decision: firing.decision,
      profileType: firing.profile_type,
      iccid: firing.iccid,
      why: say(firing.why, ctx.language),
      missing: firing.missing.join(', ') || null,
      result: firing.result,
      isShadow: firing.is_shadow,
    }));
  },
};
