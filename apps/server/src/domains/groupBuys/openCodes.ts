import type * as api from '@cardinal/contract/api/openApi/codeInterfaces.ts';
import type { AnswerOf, BodyOf, ParamsOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Ctx } from '../../framework/context.ts';
import { batchOf, beyond } from './batches/batchStore.ts';
import { buyCodes, offersOfParent } from './batches/issueCodes.ts';
import { takeCodes } from './batches/takeCodes.ts';
import { voidUnused } from './batches/voidCodes.ts';

export async function openOffers(ctx: Ctx): Promise<AnswerOf<typeof api.openCodeOffers>> {
  const rows = await offersOfParent(ctx);
  return {
    list: rows.map((row) => ({
      offerNo: row.offer_no,
      name: row.name,
      packageCode: row.package_code,
      packageName: row.package_name,
      currency: row.currency,
      steps: row.steps.map(({ from, price }) => ({ from, price })),
      validDays: row.valid_days,
      expiry: row.expiry,
      perCard: row.per_card,
      productCodes: row.product_codes,
    })),
  };
}

export async function openIssue(
  ctx: Ctx,
  { offerNo, count, price }: BodyOf<typeof api.openIssueCodes>,
): Promise<AnswerOf<typeof api.openIssueCodes>> {
  const { batchNo, taskNo, ...money } = await buyCodes(ctx, { offerNo, count, price });
  return { batchNo, taskNo, count, price: money.price, amount: money.amount, currency: money.currency };
}

export async function openBatch(
  ctx: Ctx,
  which: ParamsOf<typeof api.openCodeBatch>,
): Promise<AnswerOf<typeof api.openCodeBatch>> {
  const batch = await batchOf(ctx, which);
  const offer = await beyond(ctx)
    .selectFrom('group_buys.offer')
    .select('offer_no')
    .where('id', '=', batch.offer_id)
    .executeTakeFirstOrThrow();
  return {
    batchNo: batch.batch_no,
    offerNo: offer.offer_no,
    packageName: batch.package_name,
    state: batch.state,
    price: batch.price,
    currency: batch.currency,
    count: batch.count,
    unused: batch.unused,
    redeeming: batch.redeeming,
    redeemed: batch.redeemed,
    voided: batch.voided,
    expired: batch.expired,
    isTakeable: batch.state === 'issued' && batch.sealed_seed !== null,
    expiresAt: batch.expires_at.toISOString(),
    createdAt: batch.created_at.toISOString(),
  };
}

export async function openTake(
  ctx: Ctx,
  which: ParamsOf<typeof api.openTakeCodes>,
): Promise<AnswerOf<typeof api.openTakeCodes>> {
  const { batch, codes } = await takeCodes(ctx, which);
  return { batchNo: batch.batch_no, codes };
}

export const openVoid = (
  ctx: Ctx,
  which: ParamsOf<typeof api.openVoidCodes>,
  body: BodyOf<typeof api.openVoidCodes>,
): Promise<AnswerOf<typeof api.openVoidCodes>> => voidUnused(ctx, which, body);
