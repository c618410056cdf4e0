import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { providerAdapterOf } from '../../providerAdapters/face.ts';
import { daysToFetch, MOST_DAYS, readyAt } from '../matching/dayRules.ts';
import { beyond } from '../matching/matchDay.ts';
import type { DayRow } from '../statementTables.ts';

/** Merchants that take payments, or did so lately: refunds of theirs go on. */
const merchantsInUse = (ctx: Ctx) =>
  beyond(ctx)
    .selectFrom('payment_providers.v_merchant as m')
    .select(['m.id', 'm.customer_id', 'm.provider', 'm.created_at'])
    .where('m.state', '<>', 'off')
    .where((on) =>
      on.or([
        on('m.is_enabled', '=', true),
        sql<boolean>`exists (select 1 from payments.v_payment p where p.merchant_id = m.id
          and p.paid_at > ${ctx.clock.now()}::timestamptz - ${MOST_DAYS * 2} * interval '1 day')`,
      ]),
    )
    .orderBy('m.id')
    .execute();

/** Writes down each day whose statement is to be fetched, from the day on which its merchant was connected. */
export async function planDays(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  for (const merchant of await merchantsInUse(ctx)) {
    if (!providerAdapterOf(merchant.provider).operate.statement) continue;
    const known = await beyond(ctx)
      .selectFrom('statements.day')
      .select('day')
      .where('merchant_id', '=', merchant.id)
      .execute();
    const planned = new Set(known.map(({ day }) => day));
    const rows = daysToFetch(merchant.created_at, now)
      .filter((day) => !planned.has(day))
      .map((day) => newDay(ctx.ids.next(), merchant, day));
    if (rows.length === 0) continue;
    await beyond(ctx)
      .insertInto('statements.day')
      .values(rows)
      .onConflict((on) => on.doNothing())
      .execute();
  }
}

export const newDay = (id: string, merchant: { id: string; customer_id: string }, day: string): DayRow => ({
  id,
  merchant_id: merchant.id,
  customer_id: merchant.customer_id,
  day,
  state: 'waiting',
  digest: null,
  lines: 0,
  reads: 0,
  tries: 0,
  changes: 0,
  changed_at: null,
  said_zh: null,
  said_en: null,
  read_at: null,
  matched_at: null,
  next_at: readyAt(day),
});
