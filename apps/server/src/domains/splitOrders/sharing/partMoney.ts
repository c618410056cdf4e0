import { money } from '@cardinal/primitives/money.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { hold, ofCustomer, openAccount, post, releaseHold, requirePosted, settleHold } from '../../ledger/face.ts';
import type { GiveBackRow, PartRow, SharedPaymentRow } from '../splitTables.ts';
import { ofLevels } from './sharedPayments.ts';

type Of = Pick<PartRow, 'id' | 'customer_id' | 'currency' | 'amount'>;

const inCurrency = ({ currency }: Pick<PartRow, 'currency'>, minor: bigint) => money(minor, currency);
const clearingOf = (
  ctx: Ctx,
  { merchant_id, owner_id }: Pick<SharedPaymentRow, 'merchant_id' | 'owner_id'>,
  currency: string,
) => openAccount(ctx, { owner: 'platform', ownerId: merchant_id, customerId: owner_id, currency, kind: 'clearing' });

/** While the provider has not answered it cannot be withdrawn. Undefined where the level's profit does not suffice. */
export async function holdPart(ctx: Ctx, part: Of): Promise<string | undefined> {
  const account = (kind: 'profit' | 'frozen') => openAccount(ctx, ofCustomer(part.customer_id, part.currency, kind));
  const [from, into] = [await account('profit'), await account('frozen')];
  const held = await hold(
    ctx,
    { key: `profit:toSplit:${part.id}`, kind: 'profitSplit' },
    { from, into, amount: inCurrency(part, BigInt(part.amount)) },
  );
  return held.isPosted ? held.holdId : undefined;
}

type Said = { readonly said: string | null; readonly words: Text | null };
const keep = (ctx: Ctx, { id }: Pick<PartRow, 'id'>, change: Partial<PartRow>) =>
  ofLevels(ctx)
    .updateTable('split_orders.part')
    .set({ ...change, ended_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'held')
    .execute();

/** The provider has paid it: it moves on to the clearing account of the merchant that did. */
export async function partPaid(ctx: Ctx, of: SharedPaymentRow, part: PartRow, said: string): Promise<void> {
  const amount = BigInt(part.amount);
  const legs = [
    {
      account: await openAccount(ctx, ofCustomer(part.customer_id, part.currency, 'frozen')),
      amount: inCurrency(part, -amount),
    },
    { account: await clearingOf(ctx, of, part.currency), amount: inCurrency(part, amount) },
  ];
  const about = { key: `profit:split:${part.id}`, kind: 'profitSplit' } as const;
  const posted = requirePosted(await settleHold(ctx, about, part.hold_id as string, legs));
  await keep(ctx, part, { state: 'paid', said, transaction_id: posted.transactionId });
}

/** It is not split: withdrawable like other profit, and why. */
export async function partLeft(ctx: Ctx, part: PartRow, { said, words }: Said): Promise<void> {
  const about = { key: `profit:notSplit:${part.id}`, kind: 'profitSplit' } as const;
  requirePosted(await releaseHold(ctx, about, part.hold_id as string));
  await keep(ctx, part, { state: 'left', said, reason_zh: words?.zh ?? null, reason_en: words?.en ?? null });
}

/** A receiver has given it back to the merchant: its profit, taken by the reversal before, is no debt any more. */
export async function givenBack(ctx: Ctx, of: SharedPaymentRow, back: GiveBackRow, currency: string): Promise<string> {
  const amount = BigInt(back.amount);
  const posted = requirePosted(
    await post(ctx, { key: `profit:returned:${back.id}`, kind: 'profitSplit' }, [
      { account: await clearingOf(ctx, of, currency), amount: money(-amount, currency) },
      {
        account: await openAccount(ctx, ofCustomer(back.customer_id, currency, 'profit')),
        amount: money(amount, currency),
      },
    ]),
  );
  return posted.transactionId;
}

/** The parts of a split that have no answer yet, locked. */
export const heldParts = (ctx: Ctx, splitId: string): Promise<PartRow[]> =>
  ofLevels(ctx)
    .selectFrom('split_orders.part')
    .selectAll()
    .where('split_id', '=', splitId)
    .where('state', '=', 'held')
    .orderBy('customer_id')
    .forUpdate()
    .execute();

/** What of a payment is split, or being split. */
export async function splitOffOf(ctx: Ctx, paymentId: string): Promise<{ amount: bigint; requests: number }> {
  const { rows } = await sql<{ amount: string; requests: number }>`select
      coalesce((select sum(amount) from split_orders.part where payment_id = ${paymentId} and state <> 'left'), 0)::text as amount,
      (select count(*)::int from split_orders.split where payment_id = ${paymentId} and state <> 'cancelled') as requests`.execute(
    ofLevels(ctx),
  );
  return { amount: BigInt(rows[0]?.amount ?? 0), requests: rows[0]?.requests ?? 0 };
}
