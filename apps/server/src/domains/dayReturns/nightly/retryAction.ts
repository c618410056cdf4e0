import { dayReturnMoved, newerDayReturn } from '@cardinal/contract/api/dayReturns/refusals.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { DailyAnswer } from '../../cashOuts/face.ts';
import { itemAction, type LeasedItem, type Outcome } from '../../tasks/face.ts';
import { attempt } from '../items/attempt.ts';
import { hasNewer, lockItem } from '../items/itemStore.ts';

const NOTHING = text('可提现分润不足，已并入次日', 'Too little is withdrawable; carried to the next night');
const NEW_RECEIVER = text(
  '收款账户新增未满 24 小时，到时自动重试',
  'The receiver is new; it is tried again 24 hours after',
);
const asked = (no: string): Text => text(`提现 ${no}`, `Cash-out ${no}`);

function outcomeOf(answer: DailyAnswer): Outcome {
  switch (answer.kind) {
    case 'asked':
      return { kind: 'done', words: asked(answer.cashOutNo), amount: String(answer.amount) };
    case 'small':
      return { kind: 'skipped', code: 'small', words: NOTHING };
    case 'waits':
      return { kind: 'skipped', code: 'newReceiver', words: NEW_RECEIVER };
    case 'refused':
      return { kind: 'failed', code: answer.why, words: answer.words };
  }
}

async function retryOne(ctx: Ctx, { targetId }: LeasedItem): Promise<Outcome> {
  const row = await lockItem(ctx, targetId ?? '');
  if (row?.state !== 'failed') return { kind: 'skipped', code: dayReturnMoved.name, words: dayReturnMoved.text };
  if (await hasNewer(ctx, row)) return { kind: 'skipped', code: newerDayReturn.name, words: newerDayReturn.text };
  return outcomeOf(await attempt(ctx, row));
}

/** Failed day returns tried again: each with its outcome in one transaction, so that a killed worker repeats none. */
export const retryAction = itemAction({
  action: 'day_return',
  permissions: ['dayReturnFailedRecord.retry'],
  isLocal: true,
  undo: { never: text('提现已发起，请在提现记录中撤销', 'The cash-outs were asked for; cancel them in their list') },
  run: async (ctx, batch) => {
    for (const item of batch.items) {
      if (batch.signal.aborted) return;
      await ctx.transact(async (inside) => batch.settleIn(inside, [[item, await retryOne(inside, item)]]));
    }
  },
});
