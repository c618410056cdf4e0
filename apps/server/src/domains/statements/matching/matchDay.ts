import type { StatementLineKind } from '@cardinal/contract/enumerations/statement.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { DayRow, DifferenceRow, LineRow } from '../statementTables.ts';
import { addDays, daysOf, startOf } from './dayRules.ts';
import { type Line, type Matched, matchLines, type Ours } from './matchRules.ts';

const WHY = 'a merchant’s statements name payments of everybody who pays through it';
export const beyond = (ctx: Ctx) => ctx.beyondScope(WHY);

type OursRow = {
  kind: StatementLineKind;
  payment_id: string;
  refund_id: string | null;
  no: string;
  provider_no: string | null;
  currency: string;
  amount: string;
  state: string;
  is_moved: boolean;
  began_at: Date;
  moved_at: Date | null;
};

/** Payments and refunds of a merchant alike. A refund that has not failed may stand in a statement before we know its end. */
const OURS = sql`
  select 'payment' as kind, p.id as payment_id, null::bigint as refund_id, p.merchant_id, p.trade_no as no, p.provider_no,
    coalesce(p.paid_currency, p.currency) as currency, coalesce(p.paid_amount, p.amount) as amount, p.state,
    p.state in ('paid', 'differs') as is_moved, p.paid_at as began_at, p.paid_at as moved_at
  from payments.v_payment p
  union all
  select 'refund', r.payment_id, r.id, r.merchant_id, r.refund_no, r.provider_no, coalesce(p.paid_currency, p.currency), r.amount, r.state,
    r.state <> 'failed', r.created_at, case when r.state = 'done' and r.hand_by_id is null then r.done_at end
  from payments.v_refund r join payments.v_payment p on p.id = r.payment_id`;

const lineOf = (row: LineRow): Line => ({
  id: row.id,
  day: row.day,
  kind: row.kind,
  ourNo: row.our_no,
  providerNo: row.provider_no,
  currency: row.currency,
  amount: BigInt(row.amount),
  fee: row.fee === null ? null : BigInt(row.fee),
  times: row.times,
});

const oursOf = (row: OursRow): Ours => ({
  kind: row.kind,
  paymentId: row.payment_id,
  refundId: row.refund_id,
  no: row.no,
  providerNo: row.provider_no,
  currency: row.currency,
  amount: BigInt(row.amount),
  state: row.state,
  isMoved: row.is_moved,
});

/** Compares a day that was read with what is known here now. Its row is locked. */
export async function compareDay(ctx: Ctx, { merchant_id, day }: DayRow): Promise<Matched> {
  const db = beyond(ctx);
  const rows = await db
    .selectFrom('statements.line')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('day', '=', day)
    .orderBy('id')
    .execute();
  const lines = rows.map(lineOf);
  const nos = lines.flatMap(({ ourNo }) => ourNo || []);
  const providerNos = lines.map(({ providerNo }) => providerNo);
  const { rows: ours } = await sql<OursRow>`
    select * from (${OURS}) o where o.merchant_id = ${merchant_id}
      and (o.no = any(${nos}::text[]) or o.provider_no = any(${providerNos}::text[]))`.execute(db);
  const { rows: elsewhere } = await sql<LineRow>`
    select * from statements.line l where l.merchant_id = ${merchant_id} and l.day <> ${day}
      and ((l.our_no <> '' and l.our_no = any(${nos}::text[])) or l.provider_no = any(${providerNos}::text[]))`.execute(
    db,
  );
  return matchLines({
    lines,
    elsewhere: elsewhere.map(lineOf),
    ours: ours.map(oursOf),
    absent: await absentFrom(ctx, { merchant_id, day }),
  });
}

/** Whether anything moved here on a day, so that its statement cannot be empty. */
export async function movedOn(ctx: Ctx, merchantId: string, day: string): Promise<boolean> {
  const [from, to] = [startOf(day), startOf(addDays(day, 1))];
  const { rows } = await sql`
    select 1 from (${OURS}) o where o.merchant_id = ${merchantId} and o.moved_at >= ${from} and o.moved_at < ${to}
    limit 1`.execute(beyond(ctx));
  return rows.length > 0;
}

/** What moved here on a day and stands in no statement, as soon as all statements are read in which it may stand. */
async function absentFrom(ctx: Ctx, { merchant_id, day }: Pick<DayRow, 'merchant_id' | 'day'>): Promise<Ours[]> {
  const [from, to] = [startOf(day), startOf(addDays(day, 1))];
  const { rows } = await sql<OursRow>`
    select * from (${OURS}) o where o.merchant_id = ${merchant_id} and o.moved_at >= ${from} and o.moved_at < ${to}
      and not exists (select 1 from statements.line l where l.merchant_id = o.merchant_id and l.kind = o.kind and l.our_no = o.no)
      and not exists (select 1 from statements.line l where l.merchant_id = o.merchant_id and l.kind = o.kind and l.provider_no = o.provider_no)
    order by o.no`.execute(beyond(ctx));
  if (rows.length === 0) return [];
  const read = await beyond(ctx)
    .selectFrom('statements.day')
    .select('day')
    .where('merchant_id', '=', merchant_id)
    .where('state', '=', 'read')
    .execute();
  const known = new Set(read.map((each) => each.day));
  const expected = ({ began_at, moved_at }: OursRow) => {
    const last = daysOf(moved_at as Date);
    const days = [...daysOf(began_at), ...last];
    // Between its beginning and its end a refund may stand in any of them.
    for (let each = dayText(began_at); each < (last[0] as string); each = addDays(each, 1)) days.push(each);
    return days;
  };
  return rows.filter((row) => expected(row).every((each) => known.has(each))).map(oursOf);
}

export const openDifferences = (ctx: Ctx, { merchant_id, day }: Pick<DayRow, 'merchant_id' | 'day'>) =>
  beyond(ctx)
    .selectFrom('statements.difference')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('day', '=', day)
    .where('solution', 'is', null)
    .orderBy('id')
    .execute() as Promise<DifferenceRow[]>;
