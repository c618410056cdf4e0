import type * as api from '@cardinal/contract/api/groupBuys/codes.ts';
import { codeNotFound } from '@cardinal/contract/api/groupBuys/refusals.ts';
import type { openCodeState } from '@cardinal/contract/api/openApi/codeInterfaces.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { wordsIn } from '../../cards/face.ts';
import { customerNames } from '../../customers/face.ts';
import { beyond } from '../batches/batchStore.ts';
import { findCode } from './findCode.ts';

const batchBehind = (ctx: Ctx, batchId: string) =>
  beyond(ctx)
    .selectFrom('group_buys.batch')
    .select(['batch_no', 'package_name', 'expires_at'])
    .where('id', '=', batchId)
    .executeTakeFirstOrThrow();

export async function lookUpCode(ctx: Ctx, typed: string): Promise<AnswerOf<typeof api.lookUpCode>> {
  const code = await findCode(ctx, typed, 'any');
  const batch = await batchBehind(ctx, code.batch_id);
  const names = await customerNames(beyond(ctx), [code.customer_id]);
  return {
    id: code.id,
    codeNo: code.code_no,
    batchNo: batch.batch_no,
    packageName: batch.package_name,
    buyerName: names.get(code.customer_id) ?? '',
    state: code.state,
    iccid: code.iccid,
    orderNo: code.order_no,
    expiresAt: batch.expires_at.toISOString(),
  };
}

/** A code that the caller's customer bought, by its number. */
export async function codeState(ctx: Ctx, codeNo: string): Promise<AnswerOf<typeof openCodeState>> {
  const code = await ctx.db
    .selectFrom('group_buys.code')
    .selectAll()
    .where('code_no', '=', codeNo)
    .where('customer_id', '=', accountOf(ctx).customerId)
    .executeTakeFirst();
  if (!code) throw new Refused(codeNotFound);
  const batch = await batchBehind(ctx, code.batch_id);
  return {
    codeNo: code.code_no,
    batchNo: batch.batch_no,
    state: code.state,
    iccid: code.iccid,
    orderNo: code.order_no,
    failure: wordsIn(ctx.language, code.failure_zh, code.failure_en),
    expiresAt: batch.expires_at.toISOString(),
  };
}
