import { money } from '@cardinal/primitives/money.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type Leg, ofCustomer, openAccount, post, requirePosted } from '../../ledger/face.ts';
import type { SplitRow } from '../subAccountTables.ts';
import { ofLevels } from './keepSplit.ts';
import type { Part } from './splitRules.ts';

export const clearingOf = (ctx: Ctx, { merchant_id, owner_id }: SplitRow, currency: string) =>
  openAccount(ctx, {
    owner: 'platform',
    ownerId: merchant_id,
    customerId: owner_id,
    currency,
    kind: 'clearing',
  });

const splitsOfOrder = (ctx: Ctx, orderId: string): Promise<SplitRow[]> =>
  ofLevels(ctx)
    .selectFrom('sub_accounts.split')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Moves between frozen profit and the clearing account of the merchant that paid: a positive amount was paid out. */
async function move(
  ctx: Ctx,
  { key, currency }: { key: string; currency: string },
  parts: readonly { readonly split: SplitRow; readonly amount: bigint }[],
): Promise<void> {
  const [first] = parts;
  if (!first) return;
  const sum = parts.reduce((all, { amount }) => all + amount, 0n);
  const legs: Leg[] = [{ account: await clearingOf(ctx, first.split, currency), amount: money(sum, currency) }];
  for (const { split, amount } of parts) {
    const account = await openAccount(ctx, ofCustomer(split.customer_id, currency, 'profitFrozen'));
    legs.push({ account, amount: money(-amount, currency) });
  }
  requirePosted(await post(ctx, { key, kind: 'profitSplit' }, legs));
}

async function count(ctx: Ctx, column: 'posted' | 'given_back', parts: readonly { split: SplitRow; amount: bigint }[]) {
  await sql`update sub_accounts.split s set ${sql.ref(column)} = s.${sql.ref(column)} + part.amount
    from unnest(${parts.map(({ split }) => split.id)}::bigint[], ${parts.map(({ amount }) => String(amount))}::bigint[])
      as part (id, amount) where s.id = part.id`.execute(ofLevels(ctx));
}

type Of = {
  readonly orderId: string;
  readonly currency: string;
  /** The first of its lines. */
  readonly lineId: string;
};

/**
 * What levels earned with lines of an order whose payment was split for them: their profit, posted by this transaction, is paid out
 * in it. Answers who was; nobody where the payment was not split.
 */
export async function payAtSource(ctx: Ctx, of: Of, earned: readonly Part[]): Promise<ReadonlySet<string>> {
  const splits = new Map((await splitsOfOrder(ctx, of.orderId)).map((split) => [split.customer_id, split]));
  const parts = earned.flatMap(({ customerId, amount }) => {
    const split = splits.get(customerId);
    // Never more than it got.
    return split && amount > 0n && amount <= BigInt(split.amount) - BigInt(split.posted) ? [{ split, amount }] : [];
  });
  if (parts.length === 0) return new Set();
  await count(ctx, 'posted', parts);
  await move(ctx, { key: `profit:atSource:${of.lineId}`, currency: of.currency }, parts);
  return new Set(parts.map(({ split }) => split.customer_id));
}

/**
 * What these levels give back of profit that was paid at the source is frozen profit again, from which it is then taken; the refund
 * of the payment takes it from their accounts. `total` is what goes back in all.
 */
export async function giveBackAtSource(
  ctx: Ctx,
  of: Of & { readonly total: bigint },
  given: readonly Part[],
): Promise<void> {
  const splits = new Map((await splitsOfOrder(ctx, of.orderId)).map((split) => [split.customer_id, split]));
  const parts = given.flatMap(({ customerId, amount }) => {
    const split = splits.get(customerId);
    return split && amount > 0n ? [{ split, amount }] : [];
  });
  if (parts.length === 0) return;
  const key = `profit:fromSource:${of.lineId}`;
  await count(ctx, 'given_back', parts);
  await move(
    ctx,
    { key, currency: of.currency },
    parts.map(({ split, amount }) => ({ split, amount: -amount })),
  );
  await ofLevels(ctx)
    .insertInto('sub_accounts.take_back')
    .values(
      parts.map(({ split, amount }) => ({
        id: ctx.ids.next(),
        split_id: split.id,
        payment_id: split.payment_id,
        customer_id: split.customer_id,
        amount: String(amount),
        batch: key,
        batch_total: String(of.total),
        refund_id: null,
        owed_at: null,
        created_at: ctx.clock.now(),
      })),
    )
    .execute();
}
