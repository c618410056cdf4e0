import { money } from '@cardinal/primitives/money.ts';
import type { Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import { type About, openAccount, post, requirePosted, reverse } from '../../ledger/face.ts';
import { merchantBeyondScope } from '../../paymentProviders/face.ts';
import type { DayRow, DaySumRow } from '../statementTables.ts';
import { beyond } from './matchDay.ts';

/** Whether the cash of a merchant is kept in the ledger: its clearing account is the platform's. */
export const isPostedFor = async (ctx: Ctx, customerId: string): Promise<boolean> =>
  (await customerOf(beyond(ctx), customerId))?.kind === 'PLATFORM';

/**
 * Posts what the provider kept of a day, once a currency: it is missing from the cash at the merchant, so it leaves clearing for fees.
 * Where the fee of the day has changed, its posting is reversed and made anew. The day's row is locked.
 */
export async function postFees(ctx: Ctx, row: DayRow): Promise<void> {
  if (!(await isPostedFor(ctx, row.customer_id))) return;
  const sums = await beyond(ctx)
    .selectFrom('statements.day_sum')
    .selectAll()
    .where('merchant_id', '=', row.merchant_id)
    .where('day', '=', row.day)
    .whereRef('fee', '<>', 'fee_posted')
    .orderBy('currency')
    .execute();
  if (sums.length === 0) return;
  const merchant = await merchantBeyondScope(ctx, row.merchant_id);
  for (const sum of sums) await postFee(ctx, row, sum, `${merchant?.merchant_no ?? row.merchant_id} ${row.day}`);
}

async function postFee(ctx: Ctx, row: DayRow, sum: DaySumRow, businessNo: string): Promise<void> {
  const { currency, merchant_id, customer_id } = sum;
  const about = (round: number, step = ''): About => ({
    key: `statement:fee:${row.id}:${currency}:${round}${step}`,
    kind: 'providerFee',
    businessNo,
  });
  if (sum.transaction_id) requirePosted(await reverse(ctx, about(sum.postings, ':back'), sum.transaction_id));
  const fee = BigInt(sum.fee);
  const ofPlatform = (kind: 'clearing' | 'fee', ownerId: string) =>
    openAccount(ctx, { owner: 'platform', ownerId, customerId: customer_id, currency, kind });
  const round = sum.postings + 1;
  const posted =
    fee === 0n
      ? null
      : requirePosted(
          await post(ctx, about(round), [
            { account: await ofPlatform('clearing', merchant_id), amount: money(fee, currency) },
            { account: await ofPlatform('fee', customer_id), amount: money(-fee, currency) },
          ]),
        );
  await beyond(ctx)
    .updateTable('statements.day_sum')
    .set({
      fee_posted: sum.fee,
      postings: posted ? round : sum.postings,
      transaction_id: posted?.transactionId ?? null,
    })
    .where('merchant_id', '=', merchant_id)
    .where('day', '=', row.day)
    .where('currency', '=', currency)
    .execute();
}
