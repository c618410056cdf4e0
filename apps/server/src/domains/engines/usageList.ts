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
  id: ID,
  columns: {
    id: ID,
    day: sql`u.day`,
    engineId: sql`u.engine_id`,
    customerId: sql`u.customer_id`,
    cards: sql`u.cards`,
    calls: sql`u.calls`,
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
    id: row.id,
    day: row.day,
    engineId: row.engine_id,
    engineName: say(nameOf(engines.get(row.engine_id) as EngineRow), ctx.language),
    customerId: row.customer_id,
    customerName: names.get(row.customer_id) ?? '',
    cards: row.cards,
    joined: row.joined,
    calls: Number(row.calls),
  }));
}
