import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { money } from '@cardinal/primitives/money.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type Leg, ofCustomer, openAccount, post, requirePosted } from '../../ledger/face.ts';
import type { PaymentSplits } from '../../payments/face.ts';
import type { SplitRow } from '../subAccountTables.ts';
import { clearingOf } from './atSource.ts';
import { ofLevels, splitsOf } from './keepSplit.ts';
import { batchesOf, partsOfReturn } from './splitRules.ts';

const waitingOf = (ctx: Ctx, paymentId: string) =>
  ofLevels(ctx)
    .selectFrom('sub_accounts.take_back')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('refund_id', 'is', null)
    .orderBy('id')
    .execute();

/** What is taken back because profit was reversed: named before the refund was. */
async function takeReversed(ctx: Ctx, splits: readonly SplitRow[], refundId: string, amount: bigint) {
  const waiting = await waitingOf(ctx, splits[0]?.payment_id ?? '');
  const batches = [...new Map(waiting.map(({ batch, batch_total }) => [batch ?? '', BigInt(batch_total ?? '0')]))];
  const chosen = batchesOf(
    amount,
    batches.map(([key, total]) => ({ key, total })),
  );
  const taken = waiting.filter(({ batch }) => chosen.has(batch ?? ''));
  if (taken.length === 0) return;
  await ofLevels(ctx)
    .updateTable('sub_accounts.take_back')
    .set({ refund_id: refundId })
    .where(
      'id',
      'in',
      taken.map(({ id }) => id),
    )
    .execute();
  await countTaken(ctx, taken);
}

const countTaken = (ctx: Ctx, taken: readonly { readonly split_id: string; readonly amount: string }[]) =>
  sql`update sub_accounts.split s set taken_back = s.taken_back + part.amount
    from (select t.id, sum(t.amount)::bigint as amount
      from unnest(${taken.map(({ split_id }) => split_id)}::bigint[], ${taken.map(({ amount }) => amount)}::bigint[])
        as t (id, amount) group by t.id) part where s.id = part.id`.execute(ofLevels(ctx));

/** What is returned before anything was earned with it: each gives its part of what is left. */
async function takeUnearned(
  ctx: Ctx,
  splits: readonly SplitRow[],
  refundId: string,
  { amount, left }: { amount: bigint; left: bigint },
) {
  const shares = partsOfReturn(
    amount,
    left,
    splits.map((split) => BigInt(split.amount) - BigInt(split.taken_back)),
  );
  const rows = splits.flatMap((split, at) => {
    const share = shares[at] ?? 0n;
    return share > 0n
      ? [
          {
            id: ctx.ids.next(),
            split_id: split.id,
            payment_id: split.payment_id,
            customer_id: split.customer_id,
            amount: String(share),
            batch: null,
            batch_total: null,
            refund_id: refundId,
            owed_at: null,
            created_at: ctx.clock.now(),
          },
        ]
      : [];
  });
  if (rows.length === 0) return;
  await ofLevels(ctx).insertInto('sub_accounts.take_back').values(rows).execute();
  await countTaken(ctx, rows);
}

const takenBy = (ctx: Ctx, refundId: string) =>
  ofLevels(ctx)
    .selectFrom('sub_accounts.take_back as t')
    .innerJoin('sub_accounts.split as s', 's.id', 't.split_id')
    .select(['s.user_no', 's.customer_id', sql<string>`sum(t.amount)::text`.as('amount')])
    .where('t.refund_id', '=', refundId)
    .where('t.owed_at', 'is', null)
    .groupBy(['s.user_no', 's.customer_id'])
    .orderBy('s.user_no')
    .execute();

/** Who is paid at the source of payments, and from whom refunds take it back. */
export const splitPayments: PaymentSplits = {
  provider: PaymentProvider.values.lianlian,
  asked: async (ctx, paymentId) => {
    const splits = await splitsOf(ctx, paymentId);
    const payees = splits.map(({ user_no, amount }) => ({ userNo: user_no, amount: BigInt(amount) }));
    return payees.length > 0 ? { payees } : {};
  },
  refundAsked: async (ctx, payment, { id, amount }) => {
    const splits = await splitsOf(ctx, payment.id, true);
    if (splits.length === 0) return;
    const left = BigInt(payment.paid_amount ?? '0') - BigInt(payment.refunded);
    if (splits.some(({ posted }) => posted !== '0')) await takeReversed(ctx, splits, id, amount);
    else await takeUnearned(ctx, splits, id, { amount, left });
  },
  refundPayees: async (ctx, refundId) =>
    (await takenBy(ctx, refundId)).map(({ user_no, amount }) => ({ userNo: user_no, amount: BigInt(amount) })),
  paidByHand: async (ctx, payment, refundId) => {
    const [split] = await splitsOf(ctx, payment.id, true);
    const owed = await takenBy(ctx, refundId);
    if (!split || owed.length === 0) return;
    const sum = owed.reduce((all, { amount }) => all + BigInt(amount), 0n);
    const { currency } = payment;
    const legs: Leg[] = [{ account: await clearingOf(ctx, split, currency), amount: money(sum, currency) }];
    for (const { customer_id, amount } of owed) {
      const account = await openAccount(ctx, ofCustomer(customer_id, currency, 'profit'));
      legs.push({ account, amount: money(-BigInt(amount), currency) });
    }
    requirePosted(await post(ctx, { key: `profit:owed:${refundId}`, kind: 'profitSplit' }, legs));
    await ofLevels(ctx)
      .updateTable('sub_accounts.take_back')
      .set({ owed_at: ctx.clock.now() })
      .where('refund_id', '=', refundId)
      .execute();
  },
};
