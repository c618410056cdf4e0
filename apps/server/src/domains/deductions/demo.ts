import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { bookUses, inForce } from './booking/bookUses.ts';
import { chargeCustomers } from './charging/chargeCustomers.ts';
import type { TariffRow } from './deductionTables.ts';
import { cardsOf } from './tariffs/tariffStore.ts';

const [PLATFORM, AGENT, SUBAGENT, RIVAL] = ['1', '10', '11', '20'];
const [EAST, DRAFT] = ['72501', '72502'];
const DAYS = 3;

const midnight = (at: Date) => startOfDay(DEFAULT_ZONE, wallTimeIn(DEFAULT_ZONE, at));

/** The product with the fewest cards of agent A's branch: its usage is charged. */
async function smallestProduct(ctx: Ctx): Promise<string | undefined> {
  const { rows } = await sql<{ product_code: string }>`
    select product_code from cards.v_card where customer_id = ${SUBAGENT} and product_code is not null
    group by product_code having count(*) >= 20 order by count(*), product_code limit 1`.execute(ctx.db);
  return rows[0]?.product_code;
}

const tariff = (id: string, since: Date, but: Partial<TariffRow>): TariffRow => ({
  id,
  customer_id: SUBAGENT,
  owner_id: AGENT,
  type: 1,
  source: 1,
  payer: 'balance',
  account_ids: [],
  product_codes: [],
  unit_price: '0.800000',
  free_bytes: '0',
  rounding: 'exact',
  on_empty: 4,
  currency: 'CNY',
  state: 'on',
  first_day: dayText(since),
  revision: 1,
  valid_from: since,
  arrears_since: null,
  version: 1,
  created_by: 'agent',
  created_at: since,
  updated_at: since,
  ...but,
});

async function write(ctx: Ctx, row: TariffRow): Promise<void> {
  await ctx.db.insertInto('deductions.tariff').values(row).execute();
  await ctx.db
    .insertInto('deductions.tariff_version')
    .values({
      tariff_id: row.id,
      revision: row.revision,
      is_on: row.state === 'on',
      unit_price: row.unit_price,
      free_bytes: row.free_bytes,
      rounding: row.rounding,
      valid_from: row.valid_from,
      created_by: row.created_by,
      created_at: row.created_at,
    })
    .execute();
}

/** Charges a branch of agent A for its last days, one entry a day. */
export async function seedDemo(ctx: Ctx): Promise<void> {
  const code = await smallestProduct(ctx);
  const made = await ctx.db.selectFrom('deductions.tariff').select('id').where('id', '=', EAST).executeTakeFirst();
  if (made || code === undefined) return;
  const now = ctx.clock.now();
  const since = new Date(+midnight(now) - (DAYS - 1) * DAY_MS);
  const east = tariff(EAST, since, { product_codes: [code] });
  await ctx.transact(async (inside) => {
    await write(inside, east);
    await write(
      inside,
      tariff(DRAFT, now, {
        ...{ customer_id: RIVAL, owner_id: PLATFORM, state: 'draft', first_day: null, created_by: 'operator' },
        ...{
          type: 2,
          source: 2,
          unit_price: '2.500000',
          rounding: 'wholeGb',
          on_empty: 1,
          free_bytes: String(100n * 1024n ** 3n),
        },
      }),
    );
  });
  const { rows } = await sql<{
    id: string;
  }>`select c.id::text from cards.v_card c where ${await cardsOf(ctx, east)} order by c.id`.execute(ctx.db);
  for (let day = 0; day < DAYS; day += 1) {
    const at = new Date(Math.min(+since + (day + 1) * DAY_MS - 60_000, +now - 60_000));
    await ctx.transact(async (inside) => {
      const then: Ctx = { ...inside, clock: { now: () => at } };
      const moved = rows.map(({ id }) => ({ cardId: id, fromDay: dayText(at), untilDay: dayText(at) }));
      await bookUses(then, moved, { source: 'rerating', revisionOf: inForce(at) }, [EAST]);
    });
    await chargeCustomers(ctx);
    await sql`
      update deductions.deduction set at = to_at + interval '20 seconds' where tariff_id = ${EAST} and at > ${now}::timestamptz - interval '1 hour'
        and to_at = ${at}`.execute(ctx.db);
  }
  await sql`update deductions.figure set source = 'reading' where tariff_id = ${EAST}`.execute(ctx.db);
  await sql`update deductions.posting p set at = d.at, posted_at = d.at from deductions.deduction d
    where d.posting_id = p.id and d.tariff_id = ${EAST}`.execute(ctx.db);
}
