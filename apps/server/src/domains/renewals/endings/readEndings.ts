import { ENDING_DAYS, type readPackageEndings as endpoint } from '@cardinal/contract/api/renewals/packageEndings.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { type SqlBool, sql } from 'kysely';
import { type Ctx, holds } from '../../../framework/context.ts';
import { hiddenPlatforms } from '../../../framework/hiding.ts';
import { visibleKinds } from '../../cards/face.ts';
import { subtreeIds } from '../../customers/face.ts';
import { ownCustomer } from '../../orders/face.ts';
import { HAS_NEXT, isIgnored } from './endingFilters.ts';

/** Beyond so many cards only the first to end are worth something in the answer. */
const ADDED_UP = 100_000;

type Query = QueryOf<typeof endpoint>;

/** Cards of the caller's lists that are in service and whose package ends within the days shown, with nothing behind it. */
async function endingCards(ctx: Ctx, { underCustomerId, customerId }: Query) {
  const now = ctx.clock.now();
  const today = wallTimeIn(DEFAULT_ZONE, now);
  const until = startOfDay(DEFAULT_ZONE, { ...today, day: today.day + ENDING_DAYS });
  const cards = ctx.db
    .selectFrom('cards.v_card as c')
    .where(sql<SqlBool>`c.kind = any(${visibleKinds(ctx)}::smallint[])`)
    .where(sql<SqlBool>`c.platform <> all(${[...(await hiddenPlatforms(ctx))]}::smallint[])`)
    .where('c.package_ends_at', '>=', now)
    .where('c.package_ends_at', '<', until)
    .where('c.lifecycle', '<>', 'cancelled')
    .where(sql<SqlBool>`not ${HAS_NEXT}`)
    .where(sql<SqlBool>`not ${isIgnored(ownCustomer(ctx) ?? '0', dayText(now))}`)
    .$if(customerId !== undefined, (some) => some.where(sql<SqlBool>`c.customer_id = any(${customerId}::bigint[])`));
  if (!underCustomerId) return cards;
  const ids = [...(await subtreeIds(ctx.db, underCustomerId))];
  return cards.where(sql<SqlBool>`c.customer_id = any(${ids}::bigint[])`);
}

async function worthOf(ctx: Ctx, cards: Awaited<ReturnType<typeof endingCards>>) {
  const own = ownCustomer(ctx) ?? '0';
  const first = cards.select('c.id').orderBy('c.package_ends_at').limit(ADDED_UP);
  const { rows } = await sql<{ currency: string; cards: number; amount: string }>`
    select p.currency, count(*)::int as cards, sum(p.price) as amount
    from (${first}) f join orders.v_price_in_use p on p.card_id = f.id and p.customer_id = ${own}::bigint
    group by p.currency order by 2 desc`.execute(ctx.db);
  return rows;
}

export async function readEndings(ctx: Ctx, query: Query): Promise<AnswerOf<typeof endpoint>> {
  const now = ctx.clock.now();
  const cards = await endingCards(ctx, query);
  const day = sql<string>`to_char(c.package_ends_at at time zone ${sql.lit(DEFAULT_ZONE)}, 'YYYY-MM-DD')`;
  const counted = await cards
    .select([day.as('day'), sql<number>`count(*)::int`.as('cards')])
    .groupBy(day)
    .execute();
  const byDay = new Map(counted.map((row) => [row.day, row.cards]));
  const total = counted.reduce((sum, row) => sum + row.cards, 0);
  return {
    days: Array.from({ length: ENDING_DAYS }, (_, at) => {
      const each = dayText(new Date(now.getTime() + at * DAY_MS));
      return { day: each, cards: byDay.get(each) ?? 0 };
    }),
    worth: holds(ctx.actor, 'packageOrderRecord.money') ? await worthOf(ctx, cards) : [],
    isPartial: total > ADDED_UP,
    asOf: now.toISOString(),
  };
}
