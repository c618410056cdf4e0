import { BUSINESS } from '@cardinal/contract/api/ledger/business.ts';
import { ConsumeType } from '@cardinal/contract/enumerations/payment.ts';
import { money, negated } from '@cardinal/primitives/money.ts';
import type { Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import { type About, type AccountOf, fundsOf, ofCustomer, openAccount, post } from '../../ledger/face.ts';
import type { PostingRow } from '../deductionTables.ts';
import { beyond } from '../tariffs/tariffStore.ts';

/** Where what is charged goes: the owner's balance; the platform's revenue. */
export async function ownersAccount(
  ctx: Ctx,
  { owner_id, currency }: Pick<PostingRow, 'owner_id' | 'currency'>,
): Promise<AccountOf> {
  const owner = await customerOf(beyond(ctx), owner_id);
  return owner?.kind === 'PLATFORM'
    ? { owner: 'platform', ownerId: owner_id, customerId: owner_id, currency, kind: 'revenue' }
    : ofCustomer(owner_id, currency, 'balance');
}

/** Deductions of a run that cancel each other move no money. */
const postOne = async (ctx: Ctx, posting: PostingRow): Promise<string | null | undefined> => {
  const amount = money(BigInt(posting.amount), posting.currency);
  if (amount.minor === 0n) return null;
  const payer = await openAccount(ctx, ofCustomer(posting.customer_id, posting.currency, 'balance'));
  const owner = await openAccount(ctx, await ownersAccount(ctx, posting));
  const posted = await post(ctx, aboutPosting(posting.id), [
    { account: payer, amount: negated(amount) },
    { account: owner, amount },
  ]);
  return posted.isPosted ? posted.transactionId : undefined;
};

/** What a posting's transaction says of itself. */
export const aboutPosting = (id: string): About => ({
  key: `${BUSINESS.deduction}${id}`,
  kind: 'deduction',
  consumeType: ConsumeType.values.realTimeDeduction,
  businessNo: transactionNo(id),
});

/** The number under which a posting stands in statements. */
export const transactionNo = (postingId: string): string => `D${postingId}`;

/** Posts what waits of a customer, in order, as far as its balance reaches. In a transaction that holds its tariffs. */
export async function settlePostings(ctx: Ctx, customerId: string): Promise<void> {
  const waiting = await beyond(ctx)
    .selectFrom('deductions.posting')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('state', '=', 'waiting')
    .where('card_id', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const posting of waiting) {
    const transactionId = await postOne(ctx, posting);
    if (transactionId === undefined) return;
    const { balance } = await fundsOf(ctx, ofCustomer(customerId, posting.currency, 'balance'));
    await beyond(ctx)
      .updateTable('deductions.posting')
      .set({ state: 'posted', transaction_id: transactionId, balance: String(balance), posted_at: ctx.clock.now() })
      .where('id', '=', posting.id)
      .execute();
  }
}
