import { listFirings } from '@cardinal/contract/api/esimOperations/strategies.ts';
import { say } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { customerNames } from '../../customers/face.ts';

export const firingDataset = dataset(listFirings, {
  from: (ctx) =>
    ctx.db.selectFrom('esim_operations.firing as f').leftJoin('esim_operations.strategy as s', 's.id', 'f.strategy_id'),
  table: 'f',
  select: (query) => query.selectAll('f').select('s.name as strategy_name'),
  present: async (rows, ctx: Ctx) => {
    const names = await customerNames(
      ctx.db,
      rows.map((firing) => firing.customer_id),
    );
    return rows.map((firing) => ({
      id: firing.id,
      firedAt: firing.fired_at.toISOString(),
      eid: firing.eid,
      strategyId: firing.strategy_id,
      // A strategy of a customer above is not shown to customers below.
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
});
