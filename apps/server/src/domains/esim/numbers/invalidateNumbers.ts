import type { invalidateNumbers as endpoint } from '@cardinal/contract/api/esim/numbers.ts';
import { numberNotFree, numberRuns } from '@cardinal/contract/api/esim/refusals.ts';
import { EsimEnableState } from '@cardinal/contract/enumerations/card.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { numbersAsked } from './numbersAsked.ts';

const { notEnabled, enabled, invalid } = EsimEnableState.values;

/**
 * For good. Only what lies in stock: a number on its way to a chip is unbound first, one on a chip deleted there, and
 * one that runs is refused for that reason.
 */
export async function invalidateNumbers(
  ctx: Ctx,
  { numberIds, reason }: BodyOf<typeof endpoint>,
): Promise<typeof DONE> {
  const numbers = await numbersAsked(ctx, numberIds);
  for (const { iccid, enable_state: state, eid } of numbers) {
    if (state === enabled) throw new Refused(numberRuns, { iccid });
    if (state !== notEnabled || eid !== null) {
      throw new Refused(numberNotFree, { iccid, state: EsimEnableState.labelOf(state) });
    }
  }
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
  return DONE;
}
