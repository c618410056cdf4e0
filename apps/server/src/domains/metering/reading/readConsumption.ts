import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { readConsumption as endpoint } from '@cardinal/contract/api/metering/consumption.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
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
import { packageVersions } from '../../packages/face.ts';
import { callsGiven } from '../rating/rateCalls.ts';
import { OVERAGE, ofCarriers } from '../rating/recordUse.ts';

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
  voice_seconds: string | null;
  sms_count: number | null;
  package_version_id: string;
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
  const [steps, calls] = await callsOf(ctx, cardId, packages);
  const isDayShown = (day: string) => !sight || isShownDay(day, today, sight);
  const hidesDays = sight?.hides.has('daily') === true;
  const shares = hidesDays ? [] : await overageOf(ctx, cardId, dayText(since));
  const called =
    hidesDays || card.kind !== CardKind.values.voice ? [] : await callOverageOf(ctx, cardId, dayText(since));
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
      calls:
        row.voice_seconds === null
          ? null
          : {
              total: row.voice_seconds,
              used: String(calls.get(row.id)?.counted ?? 0),
              step: steps.get(row.package_version_id)?.voice_step ?? 1,
            },
      messages:
        row.sms_count === null ? null : { total: row.sms_count, used: Number(calls.get(row.id)?.messages ?? 0) },
    })),
    overage: shares.filter(({ day }) => isDayShown(day)).map(({ day, bytes }) => ({ day, bytes: seen(bytes) })),
    callOverage: called.filter(({ day }) => isDayShown(day)),
    asOf: (card.usage_at ?? now).toISOString(),
  };
}

/** A card's packages are its own, whoever paid for them and whoever had the card before. */
async function packagesOf(ctx: Ctx, cardId: string, since: Date): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select u.id, u.package_name, u.is_main, u.state, u.starts_at, u.flow_bytes, u.voice_seconds, u.sms_count, u.package_version_id,
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

/** What packages count calls in, and what they have given of calls and messages. */
async function callsOf(ctx: Ctx, cardId: string, packages: readonly Row[]) {
  const giving = packages.filter(({ voice_seconds, sms_count }) => voice_seconds !== null || sms_count !== null);
  return [
    await packageVersions(
      ctx,
      giving.map(({ package_version_id }) => package_version_id),
    ),
    await callsGiven(
      ctx,
      giving.map(({ id, starts_at }) => ({ usageId: id, cardId, startsAt: starts_at })),
    ),
  ] as const;
}

const callOverageOf = (ctx: Ctx, cardId: string, since: string) =>
  ctx.db
    .selectFrom('metering.call_consumption')
    .select(['day', 'seconds', 'messages'])
    .where('card_id', '=', cardId)
    .where('usage_id', '=', OVERAGE)
    .where('day', '>=', since)
    .orderBy('day', 'desc')
    .execute();

const overageOf = (ctx: Ctx, cardId: string, since: string) =>
  ctx.db
    .selectFrom('metering.consumption')
    .select(['day', 'bytes'])
    .where('card_id', '=', cardId)
    .where('usage_id', '=', OVERAGE)
    .where('day', '>=', since)
    .orderBy('day', 'desc')
    .execute();
