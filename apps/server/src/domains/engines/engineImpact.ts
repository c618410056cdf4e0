import type { readEngineImpact as endpoint } from '@cardinal/contract/api/engines/engines.ts';
import { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { lately } from './engineList.ts';
import { enginesById, running } from './engineStore.ts';

const MOST_NAMED = 20;

/** For whom an engine runs, and who used it recently without a subscription: they lose it once it requires one. */
export async function readEngineImpact(ctx: Ctx, { id }: QueryOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  if (!(await enginesById(ctx)).has(id)) throw new Refused(notFound);
  const now = ctx.clock.now();
  const subscribers = running(ctx, now).select('s.customer_id').where('s.engine_id', '=', id);
  const others = () =>
    ctx.db
      .selectFrom('customers.v_customer as c')
      .where('c.kind', '!=', CustomerKind.values.PLATFORM)
      .where('c.id', 'not in', subscribers);
  const [subscribed, without, users] = await Promise.all([
    subscribers.distinct().execute(),
    others().select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow(),
    others()
      .innerJoin('engines.usage as u', 'u.customer_id', 'c.id')
      .select(['c.id', 'c.name', sql<number>`sum(u.calls)::int`.as('calls')])
      .where('u.engine_id', '=', id)
      .where(sql<SqlBool>`u.day >= ${lately(now)}::date`)
      .groupBy(['c.id', 'c.name'])
      .having(sql<SqlBool>`sum(u.calls) > 0`)
      .orderBy(sql`sum(u.calls)`, 'desc')
      .orderBy('c.id')
      .execute(),
  ]);
  return {
    subscribers: subscribed.length,
    without: without.n,
    usedWithout: users.length,
    users: users.slice(0, MOST_NAMED),
  };
}
