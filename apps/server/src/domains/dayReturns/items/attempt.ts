import type { Ctx } from '../../../framework/context.ts';
import { askDaily, type DailyAnswer } from '../../cashOuts/face.ts';
import type { ItemRow } from '../dayReturnTables.ts';
import { endEarlier, fail, keepItem, switchOf } from './itemStore.ts';

/**
 * Asks for the cash-out of a night, in the transaction that locks its row: asked, carried, waiting or failed, and never asked
 * twice. Tried again, it takes no more than it did.
 */
export async function attempt(ctx: Ctx, row: ItemRow): Promise<DailyAnswer> {
  const setting = await switchOf(ctx, row.customer_id);
  const answer = await askDaily(ctx, {
    customerId: row.customer_id,
    least: BigInt(setting?.least ?? 0),
    ...(row.failed_at === null ? {} : { most: BigInt(row.amount) }),
    by: { id: row.asked_by_id, account: row.asked_by },
    before: row.cash_out_id,
  });
  const attempts = row.attempts + 1;
  switch (answer.kind) {
    case 'asked':
      await keepItem(ctx, row.id, {
        state: 'underway',
        amount: String(answer.amount),
        cash_out_id: answer.id,
        cash_out_no: answer.cashOutNo,
        attempts,
        next_at: null,
      });
      break;
    case 'small':
      // Taken out by hand meanwhile, or too little: the next night takes what there is then.
      await endEarlier(ctx, row, 'carried');
      await keepItem(ctx, row.id, {
        state: 'carried',
        next_at: null,
        attempts,
        ...(row.failed_at ? { solved_at: ctx.clock.now() } : { amount: String(answer.amount) }),
      });
      break;
    case 'waits':
      await keepItem(ctx, row.id, { state: 'waiting', next_at: answer.until, ...amountOf(row, answer.amount) });
      break;
    case 'refused':
      await fail(ctx, row, {
        step: 'release',
        reason: answer.why,
        why_zh: answer.words.zh,
        why_en: answer.words.en,
        attempts,
        ...amountOf(row, answer.amount),
      });
      break;
  }
  return answer;
}

/** What it failed with first stays its amount. */
const amountOf = (row: ItemRow, amount: bigint) => (row.failed_at === null ? { amount: String(amount) } : {});
