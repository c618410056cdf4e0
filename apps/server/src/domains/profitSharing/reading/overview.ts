import { type readProfitOverview as endpoint, PROFIT_DAYS } from '@cardinal/contract/api/profitSharing/overview.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { say } from '@cardinal/primitives/text.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { type RawBuilder, sql } from 'kysely';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { customerNames } from '../../customers/face.ts';
import { earnedBy, earnerOf, isUnlisted, UNLISTED } from './whose.ts';

type Answer = AnswerOf<typeof endpoint>;
type OfCurrency = Answer['currencies'][number];

const LARGEST = 10;
const dayOf = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone ${sql.lit(DEFAULT_ZONE)}, 'YYYY-MM-DD')`;

/** Days of China around now, and the beginnings of its months. */
function spansOf(now: Date) {
  const today = wallTimeIn(DEFAULT_ZONE, now);
  const day = (shift: number) => startOfDay(DEFAULT_ZONE, { ...today, day: today.day + shift });
  const month = (shift: number) => startOfDay(DEFAULT_ZONE, { ...today, month: today.month + shift, day: 1 });
  return {
    today: day(0),
    yesterday: day(-1),
    from: day(1 - PROFIT_DAYS),
    until: day(PROFIT_DAYS),
    month: month(0),
    lastMonth: month(-1),
  };
}
type Spans = ReturnType<typeof spansOf>;

async function earnedIn(ctx: Ctx, earner: string | undefined, spans: Spans) {
  const from = (column: RawBuilder<unknown>) => sql<string>`coalesce(sum(e.amount) filter (where ${column}), 0)::text`;
  const { rows } = await sql<Pick<OfCurrency, 'currency' | 'today' | 'yesterday' | 'month' | 'lastMonth'>>`
    select e.currency, ${from(sql`e.at >= ${spans.today}`)} as today,
      ${from(sql`e.at >= ${spans.yesterday} and e.at < ${spans.today}`)} as yesterday,
      ${from(sql`e.at >= ${spans.month}`)} as month,
      ${from(sql`e.at >= ${spans.lastMonth} and e.at < ${spans.month}`)} as "lastMonth"
    from profit_sharing.entry e
    where ${earnedBy(ctx, earner)} and e.at >= ${new Date(Math.min(+spans.lastMonth, +spans.yesterday))}
    group by e.currency`.execute(ctx.db);
  return rows;
}

const groupedBy = async (
  ctx: Ctx,
  earner: string | undefined,
  { by, amount, where }: { by: RawBuilder<string>; amount: RawBuilder<unknown>; where: RawBuilder<unknown> },
) => {
  const { rows } = await sql<{ currency: string; name: string; amount: string }>`
    select e.currency, ${by} as name, sum(${amount})::text as amount
    from profit_sharing.entry e where ${earnedBy(ctx, earner)} and ${where}
    group by 1, 2 order by sum(${amount}) desc`.execute(ctx.db);
  return Map.groupBy(rows, (row) => row.currency);
};

/** What is released on each of the next days: the whole of an entry on its day, a linear one in parts. */
async function releasesOf(ctx: Ctx, earner: string | undefined, { today, until }: Spans) {
  // The midnights from the sale to a day, less the part that is not counted twice.
  const zone = sql.lit(DEFAULT_ZONE);
  const passed = sql`((${today}::timestamptz at time zone ${zone})::date + n.n - (e.at at time zone ${zone})::date)`;
  const usable = (shift: number) =>
    sql`greatest(e.released, (e.amount - e.reversed) * least(e.parts, ${passed} - ${sql.lit(shift)}) / greatest(e.parts, 1))`;
  const { rows } = await sql<{ currency: string; name: string; amount: string }>`
    select currency, name, sum(amount)::text as amount from (
      select e.currency, ${dayOf('e.release_at')} as name, e.amount - e.reversed - e.released as amount
      from profit_sharing.entry e
      where ${earnedBy(ctx, earner)} and e.state = 'frozen' and e.kind = 'sale' and e.wants_balance is null
        and coalesce(e.parts, 0) = 0 and e.release_at < ${until}
      union all
      select e.currency, to_char(${today}::timestamptz at time zone ${zone} + n.n * interval '1 day', 'YYYY-MM-DD'),
        case when n.n = 0 then ${usable(0)} - e.released else ${usable(0)} - ${usable(1)} end
      from profit_sharing.entry e, generate_series(0, ${sql.lit(PROFIT_DAYS - 1)}) as n (n)
      where ${earnedBy(ctx, earner)} and e.state = 'frozen' and e.kind = 'sale' and e.wants_balance is null and e.parts > 0
    ) r where amount <> 0 group by 1, 2`.execute(ctx.db);
  return Map.groupBy(rows, (row) => row.currency);
}

/** The ledger's own figures; of everybody added up where nobody is named. */
async function heldBy(ctx: Ctx, earner: string | undefined) {
  const rows = await ctx.db
    .selectFrom('ledger.v_account')
    .select(['currency', 'kind', sql<string>`sum(balance)::text`.as('balance')])
    .where('owner_kind', '=', 'customer')
    .where('kind', 'in', ['profit', 'profitFrozen'])
    .$if(earner !== undefined, (query) => query.where('owner_id', '=', earner ?? ''))
    .groupBy(['currency', 'kind'])
    .execute();
  const of = (currency: string, kind: string) =>
    rows.find((row) => row.currency === currency && row.kind === kind)?.balance ?? '0';
  return { currencies: rows.map(({ currency }) => currency), of };
}

const eachDay = (first: Date, amounts: readonly { name: string; amount: string }[] = []) => {
  const known = new Map(amounts.map(({ name, amount }) => [name, amount]));
  return Array.from({ length: PROFIT_DAYS }, (_, at) => {
    const day = dayText(new Date(first.getTime() + at * DAY_MS));
    return { day, amount: known.get(day) ?? '0' };
  });
};

export async function readOverview(ctx: Ctx, { customerId }: QueryOf<typeof endpoint>): Promise<Answer> {
  const now = ctx.clock.now();
  const earner = await earnerOf(ctx, customerId);
  const spans = spansOf(now);
  const drawn = sql`e.at >= ${spans.from}`;
  const frozen = sql`e.state = 'frozen' and e.kind = 'sale'`;
  const left = sql`e.amount - e.reversed - e.released`;
  const unlisted = await isUnlisted(ctx);
  const [held, earned, days, packages, hidden, buyers, releases, waiting] = await Promise.all([
    heldBy(ctx, earner),
    earnedIn(ctx, earner, spans),
    groupedBy(ctx, earner, { by: dayOf('e.at'), amount: sql`e.amount`, where: drawn }),
    groupedBy(ctx, earner, {
      by: sql<string>`case when ${unlisted} then ${say(UNLISTED, ctx.language)} else e.package_name end`,
      amount: sql`e.amount`,
      where: drawn,
    }),
    groupedBy(ctx, earner, { by: sql<string>`''`, amount: sql`e.amount`, where: sql`${drawn} and ${unlisted}` }),
    groupedBy(ctx, earner, { by: sql<string>`e.buyer_id::text`, amount: sql`e.amount`, where: drawn }),
    releasesOf(ctx, earner, spans),
    groupedBy(ctx, earner, {
      by: sql<string>`''`,
      amount: left,
      where: sql`${frozen} and e.wants_balance is not null`,
    }),
  ]);
  const largest = [...buyers.values()].flatMap((rows) => rows.slice(0, LARGEST));
  const names = await customerNames(
    ctx.beyondScope('the names of those who were sold to'),
    largest.map(({ name }) => name),
  );
  const currencies = [...new Set([...held.currencies, ...earned.map(({ currency }) => currency)])].sort();
  return {
    asOf: now.toISOString(),
    currencies: currencies.map((currency) => {
      const sums = earned.find((row) => row.currency === currency);
      const top = (rows: readonly { name: string; amount: string }[] = []) =>
        rows.slice(0, LARGEST).map(({ name, amount }) => ({ name, amount }));
      return {
        currency,
        profit: held.of(currency, 'profit'),
        frozen: held.of(currency, 'profitFrozen'),
        today: sums?.today ?? '0',
        yesterday: sums?.yesterday ?? '0',
        month: sums?.month ?? '0',
        lastMonth: sums?.lastMonth ?? '0',
        days: eachDay(spans.from, days.get(currency)),
        releases: eachDay(spans.today, releases.get(currency)),
        waiting: waiting.get(currency)?.[0]?.amount ?? '0',
        unlisted: hidden.get(currency)?.[0]?.amount ?? '0',
        packages: top(packages.get(currency)),
        buyers: top(buyers.get(currency)).map(({ name, amount }) => ({ name: names.get(name) ?? '', amount })),
      };
    }),
    offersDeduct: holds(ctx.actor, 'overView.deduct') && earner === accountOf(ctx).customerId,
  };
}
