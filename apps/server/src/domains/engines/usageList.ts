import { listEngineUsage } from '@cardinal/contract/api/engines/subscriptions.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { dataset } from '../../framework/dataset.ts';
import { customerNames } from '../customers/face.ts';
import { enginesById, nameOf } from './engineStore.ts';
import type { EngineRow } from './engineTables.ts';

const ID = sql<string>`u.day::text || '-' || u.engine_id || '-' || u.customer_id`;

export const usageDataset = dataset(listEngineUsage, {
  from: (ctx) => ctx.db.selectFrom('engines.usage as u'),
  table: 'u',
  id: ID,
  columns: {
    id: ID,
  },
  select: (query) =>
    query.select([
      ID.as('id'),
      sql<string>`u.day::text`.as('day'),
      'u.engine_id',
      'u.customer_id',
      'u.cards',
      'u.joined',
      'u.calls',
    ]),
  present: (rows, ctx) => presentUsage(rows, ctx),
});

type Used = {
  id: string;
  day: string;
  engine_id: string;
  customer_id: string;
  cards: number;
  joined: number;
  calls: string;
};

async function presentUsage(rows: readonly Used[], ctx: Ctx) {
  const [engines, names] = await Promise.all([
    enginesById(ctx),
    customerNames(
      ctx.db,
      rows.map((row) => row.customer_id),
    ),
  ]);
  return rows.map((row) => ({
    engineName: say(nameOf(engines.get(row.engine_id) as EngineRow), ctx.language),
    customerName: names.get(row.customer_id) ?? '',
  }));
}
