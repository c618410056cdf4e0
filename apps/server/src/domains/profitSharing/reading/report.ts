import { type readProfitReport as endpoint, ReportRow } from '@cardinal/contract/api/profitSharing/report.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { OrderSource } from '@cardinal/contract/enumerations/order.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { periodTooLong } from '@cardinal/contract/framework/standardRefusals.ts';
import { say } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE, startOfDay } from '@cardinal/primitives/zone.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { customerNames } from '../../customers/face.ts';
import { earnedBy, earnerOf, isUnlisted, UNLISTED } from './whose.ts';

const MOST_DAYS = 366;
const SHOWN = 200;

type Query = QueryOf<typeof endpoint>;
type Row = {
  currency: string;
  key: string;
  sales: number;
  price: string;
  cost: string;
  profit: string;
  reversed: string;
  net: string;
  unlisted: string;
};

const momentOf = (day: string, shift = 0): Date => {
  const [year = 0, month = 1, of = 1] = day.split('-').map(Number);
  return startOfDay(DEFAULT_ZONE, { year, month, day: of + shift });
};

const RELEASED = sql`(
  select currency, customer_id, platform, package_id, buyer_id, source, kind, price, reserve, amount, released_at as moment
  from profit_sharing.entry where parts is null or (kind = 'reversal' and released_at is not null)
  union all
  select e.currency, e.customer_id, e.platform, e.package_id, e.buyer_id, e.source,
    case when p.amount < 0 then 'reversal' when p.is_first then 'sale' else 'part' end,
    e.price, e.reserve, p.amount, p.at
  from profit_sharing.release_part p join profit_sharing.entry e on e.id = p.entry_id)`;
const EARNED = sql`(select *, at as moment from profit_sharing.entry)`;

/** By sale: every entry at its own time. By release: what could be used, at the time it could, day by day if it is linear. */
const rowsOf = (basis: Query['basis']): RawBuilder<unknown> => (basis === 'released' ? RELEASED : EARNED);
const MOMENT = sql`e.moment`;

function keyOf(by: Query['by']): RawBuilder<string> {
  const written = (format: string) =>
    sql<string>`to_char(${MOMENT} at time zone ${sql.lit(DEFAULT_ZONE)}, ${sql.lit(format)})`;
  switch (by) {
    case 'month':
      return written('YYYY-MM');
    case 'day':
      return written('YYYY-MM-DD');
    case 'package':
      return sql<string>`e.package_id::text`;
    case 'buyer':
      return sql<string>`e.buyer_id::text`;
    case 'platform':
      return sql<string>`e.platform::text`;
    case 'source':
      return sql<string>`e.source::text`;
  }
}

const NO_KEY = '';

async function grouped(ctx: Ctx, query: Query, earner: string | undefined): Promise<Row[]> {
  const unlisted = await isUnlisted(ctx);
  const own = keyOf(query.by);
  const key = NAMES_CARRIERS.includes(query.by)
    ? sql`case when ${unlisted} then ${sql.lit(NO_KEY)} else ${own} end`
    : own;
  const sales = sql`e.kind = 'sale'`;
  const { rows } = await sql<Row>`
    select e.currency, ${key} as key, count(*) filter (where ${sales})::int as sales,
      coalesce(sum(e.price) filter (where ${sales}), 0)::text as price,
      coalesce(sum(e.reserve) filter (where ${sales}), 0)::text as cost,
      coalesce(sum(e.amount) filter (where e.kind <> 'reversal'), 0)::text as profit,
      coalesce(sum(e.amount) filter (where e.kind = 'reversal'), 0)::text as reversed,
      sum(e.amount)::text as net, coalesce(sum(e.amount) filter (where ${unlisted}), 0)::text as unlisted
    from ${rowsOf(query.basis)} e
    where ${earnedBy(ctx, earner)} and ${MOMENT} >= ${momentOf(query.from)} and ${MOMENT} < ${momentOf(query.to, 1)}
    group by 1, 2`.execute(ctx.db);
  return rows;
}

async function netBefore(ctx: Ctx, query: Query, earner: string | undefined): Promise<ReadonlyMap<string, string>> {
  const [from, to] = [momentOf(query.from), momentOf(query.to, 1)];
  const { rows } = await sql<{ currency: string; net: string }>`
    select e.currency, sum(e.amount)::text as net from ${rowsOf(query.basis)} e
    where ${earnedBy(ctx, earner)} and ${MOMENT} >= ${new Date(2 * +from - +to)} and ${MOMENT} < ${from}
    group by 1`.execute(ctx.db);
  return new Map(rows.map(({ currency, net }) => [currency, net]));
}

/** What a row is called: packages as they are named now. */
async function namesOf(ctx: Ctx, by: Query['by'], keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const unique = [...new Set(keys)];
  if (by === 'buyer') return customerNames(ctx.beyondScope('the names of those who were sold to'), unique);
  if (by === 'package') {
    const { rows } = await sql<{ id: string; name: string }>`
      select p.id::text as id, p.name from packages.v_package p where p.id = any(${unique}::bigint[])`.execute(ctx.db);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
  const words = { platform: Platform, source: OrderSource } as const;
  if (by !== 'platform' && by !== 'source') return new Map();
  return new Map(unique.map((key) => [key, say(words[by].labelOf(Number(key) as never), ctx.language)]));
}

const FIGURES = ['price', 'cost', 'profit', 'reversed', 'net'] as const;

function totalOf(rows: readonly Row[]) {
  const sum = (name: (typeof FIGURES)[number]) => String(rows.reduce((all, row) => all + BigInt(row[name]), 0n));
  return {
    sales: rows.reduce((all, row) => all + row.sales, 0),
    price: sum('price'),
    cost: sum('cost'),
    profit: sum('profit'),
    reversed: sum('reversed'),
    net: sum('net'),
  };
}

/** Rows that would say which carrier it was. */
const NAMES_CARRIERS: readonly Query['by'][] = ['package', 'platform'];

const isTime = (by: Query['by']) => by === ReportRow.values.month || by === ReportRow.values.day;

const largestFirst = (a: Row, b: Row): number => (BigInt(a.net) > BigInt(b.net) ? -1 : 1);

export async function readReport(ctx: Ctx, query: Query): Promise<AnswerOf<typeof endpoint>> {
  const span = +momentOf(query.to) - +momentOf(query.from);
  if (span > MOST_DAYS * DAY_MS) throw new Refused(periodTooLong);
  const earner = await earnerOf(ctx, query.customerId);
  const [rows, before] = await Promise.all([grouped(ctx, query, earner), netBefore(ctx, query, earner)]);
  const names = await namesOf(
    ctx,
    query.by,
    rows.flatMap(({ key }) => (key === NO_KEY ? [] : [key])),
  );
  const byCurrency = Map.groupBy(rows, (row) => row.currency);
  return {
    from: query.from,
    to: query.to,
    asOf: ctx.clock.now().toISOString(),
    currencies: [...byCurrency]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, all]) => {
        const sorted = all.sort(isTime(query.by) ? (a, b) => (a.key < b.key ? -1 : 1) : largestFirst);
        return {
          currency,
          total: totalOf(all),
          before: before.get(currency) ?? '0',
          unlisted: String(all.reduce((sum, row) => sum + BigInt(row.unlisted), 0n)),
          rows: sorted.slice(0, SHOWN).map(({ currency: _, unlisted: __, key, ...figures }) => ({
            key,
            name: key === NO_KEY ? say(UNLISTED, ctx.language) : (names.get(key) ?? key),
            ...figures,
          })),
          more: Math.max(0, sorted.length - SHOWN),
        };
      }),
  };
}
