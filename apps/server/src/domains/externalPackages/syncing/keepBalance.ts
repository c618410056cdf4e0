import { CNY } from '@cardinal/primitives/money.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { AnswerOf } from '../adapters/operations.ts';
import { sourceLow } from '../events.ts';
import { lockSource } from '../offers/offerStore.ts';
import { beyond } from '../sources/sourceStore.ts';

/** Keeps what a source says is left there, and tells once that it is low. Of several currencies ours comes first. */
export async function keepBalance(ctx: Ctx, sourceId: string, funds: AnswerOf<'balance'>['funds']): Promise<void> {
  const found = funds.find(({ currency }) => currency === CNY) ?? funds[0];
  if (!found) return;
  await ctx.transact(async (inside) => {
    const source = await lockSource(inside, sourceId);
    if (!source) return;
    const isLow = source.low_balance !== null && BigInt(found.spendable) <= BigInt(source.low_balance);
    await beyond(inside)
      .updateTable('external_packages.source')
      .set({
        balance: found.spendable,
        currency: found.currency,
        balance_at: inside.clock.now(),
        is_low: isLow,
      })
      .where('id', '=', sourceId)
      .execute();
    if (!isLow || source.is_low) return;
    await inside.emit(sourceLow, {
      id: inside.ids.next(),
      customerId: source.customer_id,
      sourceId,
      sourceName: source.name,
      balance: found.spendable,
      currency: found.currency,
    });
  });
}
