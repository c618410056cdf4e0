import { listFirings } from '@cardinal/contract/api/operationStrategies/firings.ts';
import { type Language, say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { dataset } from '../../../framework/dataset.ts';
import { customerNames } from '../../customers/face.ts';
import type { FiringTable, StrategyTable } from '../strategyTables.ts';
import { TRIGGERS } from '../triggers/triggers.ts';

type Told = Pick<FiringTable, 'lifted_zh' | 'lifted_en'> & { said: unknown; trigger: StrategyTable['trigger'] };

const factWords = ({ trigger, said }: Told, language: Language) => say(TRIGGERS[trigger].words(said), language);
const liftedWords = ({ lifted_zh, lifted_en }: Told, language: Language) =>
  lifted_zh === null ? null : say(text(lifted_zh, lifted_en ?? lifted_zh), language);

/** Firings on cards of the caller's tree, of strategies it sees. */
export const firingDataset = dataset(listFirings, {
  from: (ctx, asked) =>
    ctx.db
      .selectFrom('operation_strategies.firing as f')
      .innerJoin('operation_strategies.strategy as s', 's.id', 'f.strategy_id')
      .where('f.strategy_id', '=', String((asked as { strategyId?: unknown }).strategyId)),
  table: 'f',
  columns: { customerName: sql`f.customer_id`, fact: sql`f.fact_at`, lifted: sql`f.lifted_zh` },
  select: (query) =>
    query.select([
      'f.id',
      'f.iccid',
      'f.customer_id',
      'f.revision',
      'f.fact_at',
      'f.said',
      'f.action',
      'f.reason',
      'f.state',
      'f.lifted_zh',
      'f.lifted_en',
      'f.lifted_at',
      'f.fired_at',
      's.trigger',
    ]),
  present: async (rows, ctx) => {
    const names = await customerNames(
      ctx.db,
      rows.map(({ customer_id }) => customer_id),
    );
    return rows.map((row) => ({
      customerName: names.get(row.customer_id) ?? '',
      fact: factWords(row as Told, ctx.language),
      lifted: liftedWords(row as Told, ctx.language),
    }));
  },
});
