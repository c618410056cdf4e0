import { SalesPlatform } from '@cardinal/contract/enumerations/order.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { lockBatch } from '../domains/groupBuys/batches/batchStore.ts';
import { issueToChild } from '../domains/groupBuys/batches/issueCodes.ts';
import { codesOf } from '../domains/groupBuys/batches/makeCodes.ts';
import { voidUnused } from '../domains/groupBuys/batches/voidCodes.ts';
import { orderEnded } from '../domains/groupBuys/codes/hearOrder.ts';
import { redeemCode } from '../domains/groupBuys/codes/redeemCode.ts';
import { addOffer, packageOptions } from '../domains/groupBuys/offers/editOffers.ts';
import { fundsOf, ofCustomer } from '../domains/ledger/face.ts';
import { closeOrdersJob } from '../domains/orders/ordering/closeOrders.ts';
import { workTasks } from '../domains/tasks/leases/workTasks.ts';
import type { Ctx } from '../framework/context.ts';
import { actingAs, within } from './demoSales.ts';

const SELLER = '10';
const BUYER = '12';
const CODES = 40;
const REDEEMED = 14;
const VOIDED = 6;
const OFFER = text('企业团购（演示）', 'Bulk offer (demo)');
const BY_API = text('API 直购（演示）', 'Direct by the API (demo)');

async function accountOfCustomer(ctx: Ctx, customerId: string) {
  return ctx.db
    .selectFrom('identity.account')
    .select(['id', 'account'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .executeTakeFirst();
}

/** Two offers of agent A, and a batch that its enterprise bought, redeemed in part and voided in part. */
export async function seedGroupBuys(ctx: Ctx): Promise<void> {
  const signal = new AbortController().signal;
  const inside = within(ctx);
  const [staff, buyers] = [await accountOfCustomer(ctx, SELLER), await accountOfCustomer(ctx, BUYER)];
  if (!staff || !buyers) return;
  const seller = actingAs(inside, SELLER, staff, false);
  const buyer = actingAs(inside, BUYER, buyers, true);
  const options = (await packageOptions(seller, {})).filter(({ reserve }) => reserve !== null && reserve !== '0');
  const cards = await inside.db
    .selectFrom('cards.card')
    .select(['iccid', 'product_code'])
    .where('customer_id', '=', BUYER)
    .where('carrier_status', 'is not', null)
    .orderBy('id')
    .limit(400)
    .execute();
  const offers = [];
  for (const [at, { id: packageId, reserve }] of options.entries()) {
    if (at > 3) break;
    const price = (percent: bigint) => String((BigInt(reserve ?? '0') * percent + 99n) / 100n);
    offers.push(
      await addOffer(seller, {
        packageId,
        name: say(at % 2 === 0 ? OFFER : BY_API, ctx.language),
        salesPlatform: at % 2 === 0 ? SalesPlatform.values.xiaomage : null,
        steps: [
          { from: 10, price: price(130n) },
          { from: 1_000, price: price(120n) },
        ],
        validDays: 180,
        expiry: at % 2 === 0 ? 'refund' : 'keep',
        perCard: at % 2 === 0 ? null : 1,
        productCodes: [],
      }),
    );
  }
  for (const [at, { id: offerId }] of offers.entries()) {
    const price = (BigInt(options[at]?.reserve ?? '0') * 130n + 99n) / 100n;
    const { spendable } = await fundsOf(inside, ofCustomer(BUYER, options[at]?.currency ?? 'CNY', 'balance'));
    if (spendable < price * BigInt(CODES)) continue;
    const { batchId } = await issueToChild(seller, { offerId, buyerId: BUYER, count: CODES, price: String(price) });
    await workTasks(inside, signal);
    const batch = await lockBatch(buyer, { id: batchId });
    const codes = codesOf(inside, batch, batch.sealed_seed ?? '');
    let redeemed = 0;
    for (const { iccid } of cards) {
      if (redeemed >= REDEEMED) break;
      try {
        const theirs =
          at % 2 === 0
            ? { theirOrderNo: `XM${batch.batch_no.slice(-4)}${redeemed}`, theirPrice: String(price + 300n) }
            : {};
        await (await redeemCode(buyer, { code: codes[redeemed]?.code ?? '', iccid, ...theirs }))(buyer);
        redeemed += 1;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
      }
    }
    await workTasks(inside, signal);
    const orders = await inside.db
      .selectFrom('orders.package_order')
      .select(['id', 'task_id'])
      .where('is_prepaid', '=', true)
      .where('finished_at', 'is', null)
      .execute();
    for (const { id, task_id: taskId } of orders) {
      await closeOrdersJob.run(inside, { taskId }, signal);
      const { settled_lines: settled } = await inside.db
        .selectFrom('orders.package_order')
        .select('settled_lines')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await orderEnded(inside, { orderId: id, settled });
    }
    await voidUnused(buyer, { id: batchId }, { codeNos: codes.slice(-VOIDED).map(({ codeNo }) => codeNo) });
  }
}
