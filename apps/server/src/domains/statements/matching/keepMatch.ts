import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { DifferenceSolution } from '@cardinal/contract/enumerations/statement.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { merchantBeyondScope } from '../../paymentProviders/face.ts';
import { differencesFound } from '../events.ts';
import type { DayRow, DifferenceRow } from '../statementTables.ts';
import { beyond, compareDay } from './matchDay.ts';
import { type Difference, keyOf, type Matched } from './matchRules.ts';
import { postFees } from './postFees.ts';

const keyOfRow = (row: DifferenceRow): string =>
  keyOf({ kind: row.kind, lineKind: row.line_kind, ourNo: row.our_no, providerNo: row.provider_no });

const factsOf = (of: Difference) => ({
  their_amount: of.theirs ? String(of.theirs.amount) : null,
  their_currency: (of.theirs?.currency ?? null) as Currency | null,
  our_amount: of.ours ? String(of.ours.amount) : null,
  our_currency: (of.ours?.currency ?? null) as Currency | null,
  our_state: of.ourState,
  payment_id: of.paymentId,
  refund_id: of.refundId,
});
const FACTS = ['their_amount', 'their_currency', 'our_amount', 'our_currency', 'our_state'] as const;
const areSame = (row: DifferenceRow, facts: ReturnType<typeof factsOf>) =>
  FACTS.every((name) => row[name] === facts[name]);

/**
 * Matches a day that was read, in the caller's transaction, and keeps what came of it: sums, fees posted, differences opened and
 * solved. The day's row is locked. Matched again without a change, nothing changes.
 */
export async function keepMatch(ctx: Ctx, row: DayRow): Promise<void> {
  const matched = await compareDay(ctx, row);
  await keepSums(ctx, row, matched);
  await postFees(ctx, row);
  await nameLines(ctx, matched);
  await keepDifferences(ctx, row, matched);
  await beyond(ctx)
    .updateTable('statements.day')
    .set({ matched_at: ctx.clock.now() })
    .where('id', '=', row.id)
    .execute();
}

async function keepSums(ctx: Ctx, { merchant_id, customer_id, day }: DayRow, { sums }: Matched): Promise<void> {
  const none = { came: '0', returned: '0', our_came: '0', our_returned: '0', fee: '0' };
  // A currency that a changed file no longer names keeps its row: its fee is still to be reversed.
  await beyond(ctx)
    .updateTable('statements.day_sum')
    .set(none)
    .where('merchant_id', '=', merchant_id)
    .where('day', '=', day)
    .execute();
  for (const [currency, { came, returned, ourCame, ourReturned, fee }] of sums) {
    const now = {
      came: String(came),
      returned: String(returned),
      our_came: String(ourCame),
      our_returned: String(ourReturned),
      fee: String(fee),
    };
    await beyond(ctx)
      .insertInto('statements.day_sum')
      .values({
        merchant_id,
        customer_id,
        day,
        currency: currency as Currency,
        ...now,
        fee_posted: '0',
        postings: 0,
        transaction_id: null,
      })
      .onConflict((on) => on.columns(['merchant_id', 'day', 'currency']).doUpdateSet(now))
      .execute();
  }
}

async function nameLines(ctx: Ctx, { of }: Matched): Promise<void> {
  const found = [...of];
  if (found.length === 0) return;
  await sql`
    update statements.line l set payment_id = n.payment_id, refund_id = n.refund_id
    from unnest(${found.map(([id]) => id)}::bigint[], ${found.map(([, { paymentId }]) => paymentId)}::bigint[],
      ${found.map(([, { refundId }]) => refundId)}::bigint[]) n (id, payment_id, refund_id)
    where l.id = n.id and (l.payment_id is distinct from n.payment_id or l.refund_id is distinct from n.refund_id)`.execute(
    beyond(ctx),
  );
}

/** Which side has changed since a difference was found. */
async function solutionOf(ctx: Ctx, row: DifferenceRow): Promise<DifferenceSolution> {
  if (row.kind === 'missingThere' || row.kind === 'twice') return 'laterFile';
  const line = await beyond(ctx)
    .selectFrom('statements.line')
    .select(['amount', 'currency'])
    .where('merchant_id', '=', row.merchant_id)
    .where('day', '=', row.day)
    .where('kind', '=', row.line_kind)
    .where('provider_no', '=', row.provider_no)
    .executeTakeFirst();
  const isAsBefore = line?.amount === row.their_amount && line?.currency === row.their_currency;
  return isAsBefore ? 'laterAnswer' : 'laterFile';
}

async function keepDifferences(ctx: Ctx, row: DayRow, { differences }: Matched): Promise<void> {
  const db = beyond(ctx);
  const now = ctx.clock.now();
  const { merchant_id, customer_id, day } = row;
  const known = await db
    .selectFrom('statements.difference')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('day', '=', day)
    .where((on) => on.or([on('solution', 'is', null), on('solution', '=', 'explained')]))
    .orderBy('id')
    .execute();
  const found = new Map(differences.map((each) => [keyOf(each), each]));
  const open = new Map(known.filter(({ solution }) => solution === null).map((each) => [keyOfRow(each), each]));
  for (const [key, each] of open) {
    const still = found.get(key);
    if (still && areSame(each, factsOf(still))) continue;
    const change = still ? factsOf(still) : { solution: await solutionOf(ctx, each), solved_at: now };
    await db.updateTable('statements.difference').set(change).where('id', '=', each.id).execute();
  }
  const fresh = [...found].filter(([key, each]) => {
    if (open.has(key)) return false;
    // What a person has explained stays explained while its figures do.
    return !known.some((was) => keyOfRow(was) === key && areSame(was, factsOf(each)));
  });
  const rows = fresh.map(
    ([, each]): DifferenceRow => ({
      id: ctx.ids.next(),
      merchant_id,
      customer_id,
      day,
      kind: each.kind,
      line_kind: each.lineKind,
      our_no: each.ourNo,
      provider_no: each.providerNo,
      ...factsOf(each),
      opened_at: now,
      solution: null,
      solved_at: null,
      reason: null,
      decided_by: null,
      decided_by_id: null,
    }),
  );
  const [first] = rows;
  if (!first) return;
  for (let at = 0; at < rows.length; at += 500)
    await db
      .insertInto('statements.difference')
      .values(rows.slice(at, at + 500))
      .execute();
  const merchant = await merchantBeyondScope(ctx, merchant_id);
  if (!merchant) return;
  await ctx.emit(differencesFound, {
    differenceId: first.id,
    merchantId: merchant_id,
    merchantName: merchant.name,
    customerId: customer_id,
    provider: merchant.provider,
    day,
    count: rows.length,
  });
}
