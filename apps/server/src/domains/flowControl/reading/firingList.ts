import { thresholdText } from '@cardinal/contract/api/control/flowRules.ts';
import { listFlowFirings } from '@cardinal/contract/api/flowControl/flowFirings.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { dataset } from '../../../framework/dataset.ts';
import { flowsSeen } from '../../control/face.ts';
import { customerNames } from '../../customers/face.ts';
import type { FiringTable } from '../firingTable.ts';

type Told = Pick<FiringTable, 'base' | 'threshold' | 'lifted_zh' | 'lifted_en'>;

/** Firings on cards of the caller's tree, of strategies it sees. */
export const firingDataset = dataset(listFlowFirings, {
  from: (ctx, asked) => {
    const id = String((asked as { strategyId?: unknown }).strategyId);
    return ctx.db
      .selectFrom('flow_control.firing as f')
      .where('f.strategy_id', '=', id)
      .where(({ exists }) => exists(flowsSeen(ctx, id)));
  },
  table: 'f',
  columns: {
    customerName: sql`f.customer_id`,
    threshold: sql`f.threshold`,
    lifted: sql`f.lifted_zh`,
  },
  select: (query) =>
    query.select([
      'f.id',
      'f.iccid',
      'f.customer_id',
      'f.package_name',
      'f.base',
      'f.threshold',
      'f.used_bytes',
      'f.allowance_bytes',
      'f.pool_percent',
      'f.read_at',
      'f.action',
      'f.kbps',
      'f.state',
      'f.lifted_zh',
      'f.lifted_en',
      'f.lifted_at',
      'f.revision',
      'f.fired_at',
    ]),
  present: async (rows, ctx) => {
    const names = await customerNames(
      ctx.db,
      rows.map(({ customer_id }) => customer_id),
    );
    return rows.map((row) => {
      const { lifted_zh, lifted_en } = row as Told;
      return {
        customerName: names.get(row.customer_id) ?? '',
        threshold: say(thresholdText(row as Told), ctx.language),
        lifted: lifted_zh === null ? null : say(text(lifted_zh, lifted_en ?? lifted_zh), ctx.language),
      };
    });
  },
});
