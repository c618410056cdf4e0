import type {
  readCashOut as endpoint,
  readCashOutSums as sumsEndpoint,
} from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import type { readCashOutComposition as compositionEndpoint } from '@cardinal/contract/api/cashOuts/checks.ts';
import { cashOutNotFound } from '@cardinal/contract/api/cashOuts/refusals.ts';
import { CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { customerNames } from '../../customers/face.ts';
import { fundsOf, ofCustomer } from '../../ledger/face.ts';
import { earnerOf } from '../../profitSharing/face.ts';
import { receivingAddress } from '../asking/receiveCashOut.ts';
import { beyond } from '../cashOut/cashOutStore.ts';
import { cashOutDataset, type ListedCashOut } from './cashOutList.ts';

const MOST_LINES = 50;
const COMPOSED_DAYS = 90;
const LARGEST = 5;

async function seen(ctx: Ctx, id: string): Promise<{ row: ListedCashOut; isPlatform: boolean }> {
  const own = await earnerOf(ctx);
  const row = (await cashOutDataset
    .select(cashOutDataset.from(ctx, {}), ctx)
    .where('o.id', '=', id)
    .executeTakeFirst()) as ListedCashOut | undefined;
  if (!row || (own !== undefined && row.customer_id !== own)) throw new Refused(cashOutNotFound);
  return { row, isPlatform: own === undefined };
}

async function linked(ctx: Ctx, column: 'id' | 'retry_of', id: string | null) {
  if (id === null) return null;
  const found = await beyond(ctx)
    .selectFrom('cash_outs.cash_out')
    .select(['id', 'cash_out_no'])
    .where(column, '=', id)
    .executeTakeFirst();
  return found ? { id: found.id, cashOutNo: found.cash_out_no } : null;
}

/** What was posted for it, in order. */
async function transactionsOf(ctx: Ctx, row: ListedCashOut): Promise<AnswerOf<typeof endpoint>['transactions']> {
  const ids = [row.hold_transaction_id, row.end_transaction_id].filter((id) => id !== null);
  const found = await ctx.db
    .selectFrom('ledger.v_transaction')
    .select(['id', 'step', 'at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return found.map(({ id, step, at }) => ({
    id,
    step: step as 'hold' | 'settle' | 'release',
    at: at.toISOString(),
    amount: row.amount,
  }));
}

/** What was asked of the provider and what it told, which is the platform's business. */
async function atProvider(ctx: Ctx, { merchant_id, cash_out_no }: ListedCashOut) {
  if (merchant_id === null) return { merchantName: null, calls: [], notices: [] };
  const db = beyond(ctx);
  const [merchant, calls, notices] = await Promise.all([
    db.selectFrom('payment_providers.v_merchant').select('name').where('id', '=', merchant_id).executeTakeFirst(),
    db
      .selectFrom('payment_providers.v_call')
      .selectAll()
      .where('subject', '=', cash_out_no)
      .where('merchant_id', '=', merchant_id)
      .orderBy('at', 'desc')
      .limit(MOST_LINES)
      .execute(),
    db
      .selectFrom('payments.v_transfer_notice')
      .selectAll()
      .where('transfer_no', '=', cash_out_no)
      .where('merchant_id', '=', merchant_id)
      .orderBy('at', 'desc')
      .limit(MOST_LINES)
      .execute(),
  ]);
  return {
    merchantName: merchant?.name ?? null,
    calls: calls.map(({ at, operation, outcome, provider_words }) => ({
      at: at.toISOString(),
      operation,
      outcome,
      said: provider_words,
    })),
    notices: notices.map(({ at, event, said, came }) => ({ at: at.toISOString(), event, said, came })),
  };
}

export async function readCashOut(ctx: Ctx, { id }: QueryOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const { row, isPlatform } = await seen(ctx, id);
  const [shown] = await cashOutDataset.present([row as never], ctx);
  if (!shown) throw new Refused(cashOutNotFound);
  const isOwn = row.customer_id === accountOf(ctx).customerId;
  return {
    ...shown,
    name: shown.cashOutNo,
    receiveAt: isOwn ? await receivingAddress(ctx, row) : null,
    retryOf: await linked(ctx, 'id', row.retry_of),
    retriedBy: await linked(ctx, 'retry_of', row.id),
    voucherNo: row.voucher_no,
    hasVoucher: row.voucher_type !== null,
    transactions: await transactionsOf(ctx, row),
    ...(isPlatform ? await atProvider(ctx, row) : { merchantName: null, calls: [], notices: [] }),
  };
}

export async function readSums(ctx: Ctx): Promise<AnswerOf<typeof sumsEndpoint>> {
  const own = await earnerOf(ctx);
  const { done, failed } = CashOutState.values;
  const currencies = await ctx.db
    .selectFrom('cash_outs.cash_out')
    .select([
      'currency',
      sql<string>`coalesce(sum(amount) filter (where state not in (${sql.lit(done)}, ${sql.lit(failed)})), 0)::text`.as(
        'underway',
      ),
      sql<string>`coalesce(sum(amount) filter (where state = ${sql.lit(done)}), 0)::text`.as('done'),
    ])
    .$if(own !== undefined, (query) => query.where('customer_id', '=', own ?? ''))
    .groupBy('currency')
    .execute();
  return { currencies, offersCashOut: own !== undefined && holds(ctx.actor, 'overView.cashOut') };
}

/** Where the profit comes from: the platform's alone to know. */
export async function readComposition(
  ctx: Ctx,
  { id }: QueryOf<typeof compositionEndpoint>,
): Promise<AnswerOf<typeof compositionEndpoint>> {
  const { row, isPlatform } = await seen(ctx, id);
  if (!isPlatform) throw new Refused(cashOutNotFound);
  const since = new Date(ctx.clock.now().getTime() - COMPOSED_DAYS * DAY_MS);
  const entries = ctx.db
    .selectFrom('profit_sharing.v_entry')
    .where('customer_id', '=', row.customer_id)
    .where('currency', '=', row.currency)
    .where('at', '>=', since)
    // Paid at its source, it is no part of what can be cashed out.
    .where('state', '<>', 'paidOut');
  const by = (column: 'package_name' | 'payer_id') =>
    entries
      .select([sql<string>`${sql.ref(column)}::text`.as('name'), sql<string>`sum(amount)::text`.as('amount')])
      .groupBy(column)
      .orderBy(sql`sum(amount)`, 'desc')
      .limit(LARGEST)
      .execute();
  const funds = async (kind: 'profit' | 'profitFrozen') =>
    String((await fundsOf(ctx, ofCustomer(row.customer_id, row.currency, kind))).balance);
  const [profit, frozen, sums, packages, payers, past] = await Promise.all([
    funds('profit'),
    funds('profitFrozen'),
    entries
      .select([
        sql<number>`count(distinct order_id)::int`.as('orders'),
        sql<string>`coalesce(sum(amount) filter (where kind = 'sale'), 0)::text`.as('earned'),
        sql<string>`coalesce(-sum(amount) filter (where kind = 'reversal'), 0)::text`.as('reversed'),
      ])
      .executeTakeFirstOrThrow(),
    by('package_name'),
    by('payer_id'),
    ctx.db
      .selectFrom('cash_outs.cash_out')
      .select([
        sql<number>`count(*) filter (where state = ${sql.lit(CashOutState.values.done)})::int`.as('done'),
        sql<number>`count(*) filter (where state = ${sql.lit(CashOutState.values.failed)})::int`.as('failed'),
        sql<string>`coalesce(sum(amount) filter (where state = ${sql.lit(CashOutState.values.done)}), 0)::text`.as(
          'amount',
        ),
      ])
      .where('customer_id', '=', row.customer_id)
      .where('currency', '=', row.currency)
      .where('id', '!=', row.id)
      .executeTakeFirstOrThrow(),
  ]);
  const names = await customerNames(
    beyond(ctx),
    payers.map(({ name }) => name),
  );
  const earned = Number(sums.earned);
  return {
    profit,
    frozen,
    ...sums,
    refundPercent: earned === 0 ? 0 : Math.round((Number(sums.reversed) / earned) * 1_000) / 10,
    packages,
    payers: payers.map(({ name, amount }) => ({ name: names.get(name) ?? '', amount })),
    past,
  };
}
