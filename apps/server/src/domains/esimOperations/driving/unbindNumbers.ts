import {
  unbindNumbers as endpoint,
  MOST_UNBOUND,
  tooManyToUnbind,
} from '@cardinal/contract/api/esimOperations/operations.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say } from '@cardinal/primitives/text.ts';
import type { Ctx, OperationNote } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { numbersNamed } from '../../esim/face.ts';
import { unbindNumber } from './unbindNumber.ts';

/**
 * Returns bound numbers to stock one at a time: each is cancelled at its SM-DP+ first and has its own transaction and log row.
 * A number that could not be returned is reported with its reason and does not affect the others.
 */
export async function unbindNumbers(
  ctx: Ctx,
  body: BodyOf<typeof endpoint>,
): Promise<Commit<AnswerOf<typeof endpoint>>> {
  const failed: AnswerOf<typeof endpoint>['failed'] = [];
  const ids = await numbersNamed(ctx, body.numberIds);
  if (ids.length > MOST_UNBOUND) throw new Refused(tooManyToUnbind, { most: MOST_UNBOUND });
  for (const numberId of ids) {
    try {
      const commit = await unbindNumber(ctx, numberId);
      await ctx.transact((inside) => recorded(inside, commit));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      failed.push({ numberId, why: say(error.refusal.text, ctx.language, error.facts) });
    }
  }
  return async () => ({ back: ids.length - failed.length, failed });
}

async function recorded(ctx: Ctx, commit: Commit<unknown>): Promise<void> {
  const noted: OperationNote = {};
  await commit({ ...ctx, note: (note) => Object.assign(noted, note) });
  const { name, operation, permission } = endpoint;
  await ctx.record({
    operation,
    ...noted,
    endpoint: name,
    permission: String(permission),
    result: 'done',
    code: '200',
  });
}
