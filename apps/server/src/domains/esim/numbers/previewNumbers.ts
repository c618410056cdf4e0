import type { previewNumbers as api } from '@cardinal/contract/api/esim/numbers.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { leftOut } from '../plan.ts';
import { numbersShown } from './numbersAsked.ts';
import { type StockStep, whyNotStocked } from './stockRules.ts';

/** What a step would do to these numbers now, by the same rules. Nothing is locked. */
export async function previewNumbers(ctx: Ctx, body: BodyOf<typeof api>): Promise<AnswerOf<typeof api>> {
  const numbers = await numbersShown(ctx, body.numberIds);
  const step = stepOf(ctx, body);
  const { leave, told } = leftOut(ctx.language);
  for (const number of numbers) {
    const why = whyNotStocked(step, number);
    if (why) leave(number.iccid, why);
  }
  const left = told();
  return { total: numbers.length, ready: left.reduce((rest, { count }) => rest - count, numbers.length), left };
}

function stepOf(ctx: Ctx, { kind, customerId }: BodyOf<typeof api>): StockStep {
  if (kind === 'recover') return { kind, to: accountOf(ctx).customerId };
  return kind === 'allocate' ? { kind, to: customerId } : { kind };
}
