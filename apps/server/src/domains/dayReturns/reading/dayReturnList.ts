import {
  type countDayReturns,
  listDayReturns,
  NIGHTS_DRAWN,
  type readNights,
} from '@cardinal/contract/api/dayReturns/dayReturns.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { type Ctx, holds } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { earnerOf, readsProfitOf } from '../../profitSharing/face.ts';
import type { ItemRow, SwitchRow } from '../dayReturnTables.ts';

const HAS_NEWER = sql<boolean>`exists (select 1 from day_returns.item n where n.customer_id = i.customer_id and n.id > i.id
  and n.state in ('failed', 'due', 'waiting'))`;
/** The next night tries it again, if it is on. */
const NEXT = sql<Date | null>`case when i.state = 'waiting' then i.next_at
  when i.state = 'failed' then (select s.next_at from day_returns.switch s where s.customer_id = i.customer_id) end`;

type Listed = ItemRow & Pick<SwitchRow, 'next_at'> & { has_newer: boolean };

const mine = async (ctx: Ctx) => {
  const own = await earnerOf(ctx);
  return ctx.db
    .selectFrom('day_returns.item as i')
    .$if(own !== undefined, (query) => query.where('i.customer_id', '=', own ?? ''));
};

async function nightsOf(ctx: Ctx, most: number) {
  const count = (states: string) => sql<number>`(count(*) filter (where i.state in (${sql.raw(states)})))::int`;
  const nights = await (await mine(ctx))
    .select([
      sql<string>`i.day::text`.as('day'),
      sql<number>`count(*)::int`.as('items'),
      count("'done', 'solved'").as('done'),
      count("'failed'").as('failed'),
      count("'carried', 'manual'").as('carried'),
      count("'due', 'waiting', 'underway'").as('underway'),
    ])
    .groupBy('i.day')
    .orderBy('i.day', 'desc')
    .limit(most)
    .execute();
  return nights;
}

async function sumsOf(ctx: Ctx, day: string | undefined) {
  if (!day) return [];
  const sum = (states: string) =>
    sql<string>`coalesce(sum(i.amount) filter (where i.state in (${sql.raw(states)})), 0)::text`;
  const rows = await (await mine(ctx))
    .select(['i.currency', sum("'done', 'solved'").as('done'), sum("'failed'").as('failed')])
    .where('i.day', '=', day)
    .groupBy('i.currency')
    .orderBy('i.currency')
    .execute();
  return rows.map(({ currency, done, failed }) => ({ currency: currency as Currency, done, failed }));
}

async function openOf(ctx: Ctx): Promise<number> {
  const { open } = await (await mine(ctx))
    .select(sql<number>`count(*)::int`.as('open'))
    .where('i.state', '=', 'failed')
    .executeTakeFirstOrThrow();
  return open;
}

export const countOpen = async (ctx: Ctx): Promise<AnswerOf<typeof countDayReturns>> => ({ open: await openOf(ctx) });

export const nightHistory = async (ctx: Ctx): Promise<AnswerOf<typeof readNights>> => ({
  nights: await nightsOf(ctx, NIGHTS_DRAWN),
});

export const dayReturnDataset = dataset(listDayReturns, {
  from: (ctx) =>
    ctx.db
      .selectFrom('day_returns.item as i')
      .innerJoin('customers.v_customer as c', 'c.id', 'i.customer_id')
      .where('i.failed_at', 'is not', null)
      .where(readsProfitOf(ctx, sql`i.customer_id`)),
  table: 'i',
  columns: { customerName: sql`c.name`, why: sql`i.why_zh`, nextAt: NEXT },
  select: (query) =>
    query
      .selectAll('i')
      .select([
        sql<string>`i.day::text`.as('day'),
        'c.name as customer_name',
        NEXT.as('next_at'),
        HAS_NEWER.as('has_newer'),
      ]),
  present: async (rows, ctx) => {
    const isPlatform = (await earnerOf(ctx)) === undefined;
    const may = (verb: 'retry' | 'toManual' | 'notify') =>
      isPlatform && holds(ctx.actor, `dayReturnFailedRecord.${verb}`);
    return (rows as unknown as Listed[]).map((row) => {
      const isOpen = row.state === 'failed';
      return {
        why: row.why_zh === null ? null : say({ zh: row.why_zh, en: row.why_en ?? row.why_zh }, ctx.language),
        offered: {
          retry: isOpen && !row.has_newer && may('retry'),
          toManual: isOpen && may('toManual'),
          notify: isOpen && may('notify'),
        },
      };
    });
  },
  figures: async (ctx) => {
    const [last] = await nightsOf(ctx, 1);
    return { last: last ?? null, open: await openOf(ctx), sums: await sumsOf(ctx, last?.day) };
  },
});
