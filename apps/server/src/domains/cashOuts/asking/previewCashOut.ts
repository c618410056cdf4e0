import type { previewCashOut as endpoint } from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import { noReceiverOfMethod } from '@cardinal/contract/api/cashOuts/refusals.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { say } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import { fundsOf, ofCustomer } from '../../ledger/face.ts';
import { ruleOf } from '../cashOut/cashOutStore.ts';
import { receiversOf } from '../receivers/editReceivers.ts';
import { shownLimits } from '../receivers/readReceivers.ts';
import { newUntil, receiverLabel } from '../receivers/receiverRules.ts';
import { askedToday } from './askCashOut.ts';

/** Where the caller's profit could go, and what it would cost. Receivers whose method is not offered now are left out. */
export async function previewCashOut(ctx: Ctx): Promise<AnswerOf<typeof endpoint>> {
  const own = await customerOf(ctx.db, accountOf(ctx).customerId);
  if (!own) throw new Refused(notFound);
  if (own.kind === 'PLATFORM') throw new Refused(noReceiverOfMethod);
  const now = ctx.clock.now();
  const receivers = [];
  for (const row of await receiversOf(ctx, own.id)) {
    const rule = await ruleOf(ctx, row.method, own.currency);
    if (!rule) continue;
    const { dayMost, ...limits } = shownLimits(rule);
    const left = dayMost === null ? null : BigInt(dayMost) - (await askedToday(ctx, own.id, row.method));
    receivers.push({
      id: row.id,
      label: say(receiverLabel(row), ctx.language),
      isDefault: row.is_default,
      isNew: newUntil(row, now) !== null,
      method: row.method,
      ...limits,
      dayLeft: left === null ? null : String(left > 0n ? left : 0n),
    });
  }
  const { balance } = await fundsOf(ctx, ofCustomer(own.id, own.currency, 'profit'));
  return { currency: own.currency, profit: String(balance), receivers };
}
