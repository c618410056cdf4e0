import type { previewChipMove as api } from '@cardinal/contract/api/esimOperations/chips.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { beyond, leftOut } from '../../esim/face.ts';
import { withAnyOperation } from '../operations/operationStore.ts';
import { chipsShown } from './chipsAsked.ts';
import { whyNotMoved } from './moveRules.ts';

/** What allocating or recovering these chips would do now, by the same rules; nothing is locked. */
export async function previewChipMove(ctx: Ctx, body: BodyOf<typeof api>): Promise<AnswerOf<typeof api>> {
  const chips = await chipsShown(ctx, body.eids);
  const to = body.kind === 'recover' ? accountOf(ctx).customerId : body.customerId;
  const open = await withAnyOperation(
    beyond(ctx),
    chips.map(({ eid }) => eid),
  );
  const { leave, told } = leftOut(ctx.language);
  for (const chip of chips) {
    const why = whyNotMoved(chip, { kind: body.kind, to, isBusy: open.has(chip.eid) });
    if (why) leave(chip.eid, why);
  }
  const left = told();
  return { total: chips.length, ready: left.reduce((rest, { count }) => rest - count, chips.length), left };
}
