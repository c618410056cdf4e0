import { type Insertable, sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { bookRedrawn } from '../booking/redrawn.ts';
import type { DeductionTable, TariffRow } from '../deductionTables.ts';
import { beyond, versionsOf } from '../tariffs/tariffStore.ts';
import { liftArrears, raiseArrears } from './arrears.ts';
import { chargeCycle } from './chargeCycle.ts';
import { settlePostings } from './settlePostings.ts';
import { settleWallets } from './settleWallets.ts';
import { openCycles, tariffsWithNews, WALLETS_AT_ONCE } from './takeFigures.ts';

/** A customer's tariffs, locked: one process at a time charges it, stops its cards and lets them run. */
export const holdTariffs = (ctx: Ctx, customerId: string): Promise<TariffRow[]> =>
  beyond(ctx)
    .selectFrom('deductions.tariff')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .forUpdate()
    .execute();

async function customersToCharge(ctx: Ctx): Promise<string[]> {
  const news = await tariffsWithNews(ctx);
  const { rows } = await sql<{ customer_id: string }>`
    select customer_id from deductions.tariff where id = any(${news}::bigint[])
    union select customer_id from deductions.posting where state = 'waiting' and card_id is null order by 1`.execute(
    beyond(ctx),
  );
  return rows.map(({ customer_id }) => String(customer_id));
}

/** One posting for all that a customer's new figures come to, and what waited before it; where wallets pay, one a card. Answers whether more are to be charged. */
async function chargeCustomer(ctx: Ctx, customerId: string): Promise<boolean> {
  const tariffs = await holdTariffs(ctx, customerId);
  const versions = await versionsOf(
    ctx,
    tariffs.map(({ id }) => id),
  );
  const made: Omit<Insertable<DeductionTable>, 'posting_id'>[] = [];
  let isMore = false;
  for (const tariff of tariffs) {
    const opened = await openCycles(ctx, tariff);
    isMore ||= tariff.payer === 'wallet' && opened.length === WALLETS_AT_ONCE;
    for (const open of opened) {
      const deduction = await chargeCycle(ctx, { tariff, versions: versions.get(tariff.id) ?? [] }, open);
      if (deduction) made.push(deduction);
    }
  }
  // A customer that was moved is charged by each owner for what was used under it.
  for (const own of Map.groupBy(made, (each) => `${each.owner_id} ${each.currency} ${each.card_id}`).values()) {
    const [first] = own;
    if (!first) continue;
    const id = ctx.ids.next();
    await beyond(ctx)
      .insertInto('deductions.posting')
      .values({
        id,
        customer_id: customerId,
        owner_id: first.owner_id,
        amount: String(own.reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
        currency: first.currency,
        state: 'waiting',
        at: ctx.clock.now(),
        transaction_id: null,
        balance: null,
        posted_at: null,
        card_id: first.card_id,
      })
      .execute();
    await beyond(ctx)
      .insertInto('deductions.deduction')
      .values(own.map((each) => ({ ...each, posting_id: id })))
      .execute();
  }
  await settlePostings(ctx, customerId);
  return isMore;
}

/** Charges every customer in a transaction of its own; stops and restarts follow in theirs, and are found again after a kill. */
export async function chargeCustomers(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  await bookRedrawn(ctx, signal);
  for (const customerId of await customersToCharge(ctx)) {
    if (signal?.aborted) return;
    while (!signal?.aborted && (await ctx.transact((inside) => chargeCustomer(inside, customerId))));
  }
  await settleWallets(ctx, signal);
  await raiseArrears(ctx, signal);
  await liftArrears(ctx, signal);
}

export const chargeJob = job({
  name: 'deductions.charge',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx, _payload, signal) => chargeCustomers(ctx, signal),
});
