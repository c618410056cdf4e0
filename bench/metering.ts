import { dayText } from '@cardinal/primitives/time.ts';
import { rateCards } from '@cardinal/server/domains/metering/rating/rateCards.ts';
import { addToTotals, recordDays } from '@cardinal/server/domains/usage/recordUsage.ts';
import type { Ctx } from '@cardinal/server/framework/context.ts';
import pg from 'pg';
import { type Figure, once } from './figure.ts';
import type { BenchWorld } from './world.ts';

const DAYS = 5;
const BATCH = 10_000;
const AT_ONCE = 2;
const DAY_MS = 86_400_000;
const ICCID = `'898601' || lpad(n::text, 14, '0')`;
const GB = 1_073_741_824;

/** A package on every card, nearly used up on each fifth day of it. */
async function addRecords(owner: pg.Client, cards: number): Promise<void> {
  const at = `now() - interval '20 days'`;
  await owner.query(`
    insert into orders.package_usage
      (id, card_id, iccid, customer_id, package_id, package_version_id, package_name, package_type, is_main, follows, flow_bytes,
       zone, cycle_day, not_before, postpone_days, starts_at, ends_at, state, state_at, created_at)
    select 700000000000 + n, n, ${ICCID}, 10, 1, 1, '每月 1 GB', 'month', true, false, ${GB}, 'Asia/Shanghai', 1, ${at}, 0, ${at},
      now() + interval '20 days', 1, ${at}, ${at} from generate_series(0, ${cards - 1}) n`);
  await owner.query('vacuum analyze orders.package_usage');
}

const bytesOf = (n: number, day: number): string => String(((n * 7_919 + day * 104_729) % 300) * 1_048_576);

/** Days of use recorded and shared out over packages, against the same rows copied and joined with what is left. */
export async function* meteringFigures(world: BenchWorld, rows: number): AsyncGenerator<Figure> {
  const cards = Math.floor(rows / DAYS);
  const owner = new pg.Client({ connectionString: world.databaseUrl });
  await owner.connect();
  await addRecords(owner, cards);
  await owner.query(`
    create schema bare;
    create table bare.card_day (card_id bigint not null, day date not null, bytes bigint not null, customer_id bigint not null,
      primary key (card_id, day));
    create table bare.consumption (card_id bigint not null, day date not null, usage_id bigint not null, bytes bigint not null,
      customer_id bigint not null, primary key (card_id, day, usage_id))`);
  const days = Array.from({ length: DAYS }, (_, at) => dayText(new Date(Date.now() - (DAYS - 1 - at) * DAY_MS)));
  const measured = await once(
    async () => {
      for (const [at, day] of days.entries()) await oneDay(world.ctx, cards, at, day);
    },
    async () => {
      for (const [at, day] of days.entries()) {
        await owner.query(
          `insert into bare.card_day select n, $1::date, ((n::bigint * 7919 + $2 * 104729) % 300) * 1048576, 10
           from generate_series(0, ${cards - 1}) n`,
          [day, at],
        );
        await owner.query(
          `insert into bare.consumption select d.card_id, d.day, part.usage_id, part.bytes, d.customer_id
           from bare.card_day d join orders.package_usage u on u.card_id = d.card_id
           left join (select usage_id, sum(bytes) as bytes from bare.consumption group by 1) c on c.usage_id = u.id
           cross join lateral (select least(d.bytes, greatest(u.flow_bytes - coalesce(c.bytes, 0), 0)) as given) x
           cross join lateral (values (u.id, given), (0, d.bytes - given)) part (usage_id, bytes)
           where d.day = $1 and part.bytes > 0`,
          [day],
        );
      }
    },
  );
  const sums = async (table: string) =>
    (await owner.query(`select count(*), sum(bytes), sum(bytes) filter (where usage_id = 0) as overage from ${table}`))
      .rows[0];
  const [ours, bare] = [await sums('metering.consumption'), await sums('bare.consumption')];
  await owner.end();
  if (JSON.stringify(ours) !== JSON.stringify(bare)) throw new Error(`${JSON.stringify(ours)} ${JSON.stringify(bare)}`);
  yield {
    name: `${rows.toLocaleString('en')} days of use recorded and shared out (60 s are allowed)`,
    ...measured,
    unit: 's',
    goal: 2,
  };
}

async function oneDay(ctx: Ctx, cards: number, at: number, day: string): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < cards) {
      const from = next;
      next += BATCH;
      const ids = Array.from({ length: Math.min(BATCH, cards - from) }, (_, n) => String(from + n));
      await ctx.transact(async (inside) => {
        const read = ids.map((cardId, n) => ({ cardId, customerId: '10', day, bytes: bytesOf(from + n, at) }));
        const totals = await recordDays(inside, read);
        await rateCards(
          inside,
          ids.map((cardId) => ({ cardId, fromDay: day })),
        );
        await addToTotals(inside, totals);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
