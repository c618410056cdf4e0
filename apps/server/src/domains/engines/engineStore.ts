import type { EngineCode } from '@cardinal/contract/enumerations/engine.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE } from '@cardinal/primitives/zone.ts';
import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { EngineRow } from './engineTables.ts';

export const nameOf = (engine: Pick<EngineRow, 'name_zh' | 'name_en'>): Text => text(engine.name_zh, engine.name_en);

/** The present day of a customer. All customers share one time zone until they have their own. */
export const dayOf = (now: Date): string => dayText(now, DEFAULT_ZONE);

export const engineOf = (ctx: Ctx, code: EngineCode): Promise<EngineRow> =>
  ctx.db.selectFrom('engines.engine').selectAll().where('code', '=', code).executeTakeFirstOrThrow();

/** An engine, locked until the transaction ends; with a version, it must match what the editor saw. */
export async function lockEngine(ctx: Ctx, id: string, version?: number): Promise<EngineRow> {
  const engine = await ctx.db
    .selectFrom('engines.engine')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!engine) throw new Refused(notFound);
  if (version !== undefined && engine.version !== version) throw new Refused(changedByAnother);
  return engine;
}

export async function enginesById(ctx: Ctx): Promise<ReadonlyMap<string, EngineRow>> {
  const rows = await ctx.db.selectFrom('engines.engine').selectAll().execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The subscriptions that work at a given time, including grace days. */
export const running = (ctx: Ctx, now: Date) =>
  ctx.db.selectFrom('engines.subscription as s').where('s.off_at', '>', now).where(sql<SqlBool>`s.stopped_at is null`);

/** How many distinct cards used engines in a month, by engine and customer. */
export async function cardsCounted(
  ctx: Ctx,
  period: string,
  pairs: readonly { engineId: string; customerId: string }[],
): Promise<(engineId: string, customerId: string) => number> {
  if (pairs.length === 0) return () => 0;
  const rows = await ctx.db
    .selectFrom('engines.usage as u')
    .select(['u.engine_id', 'u.customer_id', sql<number>`max(u.cards)`.as('cards')])
    .where('u.engine_id', 'in', [...new Set(pairs.map(({ engineId }) => engineId))])
    .where('u.customer_id', 'in', [...new Set(pairs.map(({ customerId }) => customerId))])
    .where(sql<SqlBool>`u.day >= ${period}::date and u.day < ${period}::date + interval '1 month'`)
    .groupBy(['u.engine_id', 'u.customer_id'])
    .execute();
  const found = new Map(rows.map((row) => [`${row.engine_id} ${row.customer_id}`, row.cards]));
  return (engineId, customerId) => found.get(`${engineId} ${customerId}`) ?? 0;
}
