import {
  type unbindNumbers as endpoint,
  MOST_UNBOUND,
  tooManyToUnbind,
} from '@cardinal/contract/api/esim/operations.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { unbindNumber } from '../operations/unbindNumber.ts';
import { numbersNamed } from './numbersAsked.ts';

/**
 * Takes bound numbers back into stock, one after the other: each is cancelled at its SM-DP+ first. What could not be taken
 * back is told with its reason and keeps the others from nothing. Bound without a transaction.
 */
export async function unbindNumbers(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const failed: AnswerOf<typeof endpoint>['failed'] = [];
  const ids = await numbersNamed(ctx, body.numberIds);
  if (ids.length > MOST_UNBOUND) throw new Refused(tooManyToUnbind, { most: MOST_UNBOUND });
  for (const numberId of ids) {
    try {
      await unbindNumber(ctx, numberId);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      failed.push({ numberId, why: say(error.refusal.text, ctx.language, error.facts) });
    }
  }
  return { back: ids.length - failed.length, failed };
}
