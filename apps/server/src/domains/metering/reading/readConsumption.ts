import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { readConsumption as endpoint } from '@cardinal/contract/api/metering/consumption.ts';
import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { sightOf } from '../../cards/face.ts';
import { maySeeUsage } from '../../cardViews/face.ts';
import { bytesSeen, isShownDay } from '../../control/face.ts';
import { ofCarriers } from '../rating/recordUse.ts';

const SHOWN_MS = 180 * DAY_MS;
const MOST = 50;
const { unused, unsubscribed } = PackageUsageState.values;

type Row = {
  id: string;
  package_name: string;
  is_main: boolean;
  state: PackageUsageState;
  starts_at: Date;
  ends_at: Date;
  flow_bytes: string | null;
  used: string | null;
  margin: string | null;
};

/** Who sees the card sees what its packages were used for, and no price; as far as those above let it. */
export async function readConsumption(
  ctx: Ctx,
  { cardId }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const card = await ctx.db
    .selectFrom('cards.v_card')
    .select(['id', 'customer_id', 'product_code', 'kind', 'usage_at'])
    .where('id', '=', cardId)
    .executeTakeFirst();
  if (!card) throw new Refused(cardNotFound);
  if (!(await maySeeUsage(ctx, card.kind))) throw new Refused(noPermission);
  const sight = await sightOf(ctx, card);
  if (sight?.hides.has('remaining')) throw new Refused(noPermission);
  const seen = (bytes: string) => (sight ? String(bytesSeen(BigInt(bytes), sight)) : bytes);
  const now = ctx.clock.now();
  const today = dayText(now);
  const since = new Date(now.getTime() - SHOWN_MS);
  const packages = await packagesOf(ctx, cardId, since);
  const shares = sight?.hides.has('daily') ? [] : await overageOf(ctx, cardId, dayText(since));
  return {
    packages: packages.map((row) => ({
      id: row.id,
      name: row.package_name,
      isMain: row.is_main,
      state: row.state,
      startsAt: row.starts_at.toISOString(),
      endsAt: row.ends_at.toISOString(),
      total: row.flow_bytes,
      used: row.used && seen(row.used),
      margin: row.margin,
    })),
    overage: shares
      .filter(({ day }) => !sight || isShownDay(day, today, sight))
      .map(({ day, bytes }) => ({ day, bytes: seen(bytes) })),
    asOf: (card.usage_at ?? now).toISOString(),
  };
}

/** A card's packages are its own, whoever paid for them and whoever had the card before. */
async function packagesOf(ctx: Ctx, cardId: string, since: Date): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select u.id, u.package_name, u.is_main, u.state, u.starts_at, u.flow_bytes, 
      case when r.usage_id is null and u.ends_at <= coalesce(g.since, u.ends_at) then null else coalesce(r.total, 0) end::text as used, m.margin,
      case when u.state = ${unsubscribed} then u.state_at else u.ends_at end as ends_at
    from orders.v_package_usage u
    cross join metering.catch_up g
    left join metering.record_use r on r.usage_id = u.id
    left join metering.mark m on m.card_id = u.card_id and m.at = u.starts_at
    where u.card_id = ${cardId}::bigint and u.state <> ${unused} and u.ends_at > ${since}
    order by ends_at, u.is_main desc, u.id limit ${MOST}`.execute(ofCarriers(ctx));
  return rows;
}

const overageOf = (ctx: Ctx, cardId: string, since: string) =>
  ctx.db
    .selectFrom('metering.consumption')
    .select(['day', 'bytes'])
    .where('card_id', '=', cardId)
    .where('usage_id', '=', '0')
    .where('day', '>=', since)
    .orderBy('day', 'desc')
    .execute();
