import type { invalidateNumbers as endpoint } from '@cardinal/contract/api/esim/numbers.ts';
import { EsimEnableState } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { numbersAsked } from './numbersAsked.ts';
import { stepped } from './stockRules.ts';

const { notEnabled, invalid } = EsimEnableState.values;

/**
 * Permanent, and only for numbers in stock: a bound number must be unbound first, one on a chip deleted there, and an active
 * one is refused.
 */
export async function invalidateNumbers(
  ctx: Ctx,
  { numberIds, reason }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { ready: numbers, left } = stepped({ kind: 'invalidate' }, await numbersAsked(ctx, numberIds));
  await ctx.db
    .updateTable('esim.code_number')
    .set((on) => ({
      enable_state: invalid,
      rsp_state: 'Unavailable' as const,
      state_words: JSON.stringify(text(reason, reason)),
      state_at: ctx.clock.now(),
      version: on('version', '+', 1),
    }))
    .where(
      'card_id',
      'in',
      numbers.map((number) => number.card_id),
    )
    .execute();
  ctx.note({
    objectKind: 'codeNumber',
    summary: numbers.length === 1 ? (numbers[0]?.iccid ?? '') : String(numbers.length),
    before: { enableState: notEnabled },
    after: { enableState: invalid, reason },
  });
  return { invalidated: numbers.length, left };
}
