import { CARD_ACTIONS } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { UNDONE_BY } from '@cardinal/contract/api/cardBatches/undo.ts';
import { cutRemark, remarkRule } from '@cardinal/primitives/remark.ts';
import { filled, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { CHANGED_SINCE, doneWith, type RemarkValue, undoValueOf } from '../../cardCommands/face.ts';
import { remarksOf, writeRemarks } from '../../cards/face.ts';
import { itemAction, type LeasedBatch, type LeasedItem, type Outcome } from '../../tasks/face.ts';
import { type BatchItem, lockCardsOfBatch, tellEdited } from './editCards.ts';

const UNCHANGED: Outcome = { kind: 'skipped', code: 'already', words: text('备注无变化', 'Remark unchanged') };

const NONE_GIVEN: Outcome = {
  kind: 'skipped',
  code: 'noRemark',
  words: text('该行没有填写备注', 'No remark in this row'),
};
const remarkProblem = remarkRule();

/** The remark from this card's row in an uploaded sheet, otherwise the common one; an invalid one is reported. */
function remarkAsked(batch: LeasedBatch, { details }: LeasedItem): { remark: string | null } | Outcome {
  const ofRow = details && typeof details === 'object' && 'parameter' in details ? details['parameter'] : undefined;
  if (typeof ofRow !== 'string' || ofRow.trim() === '') {
    const forAll = batch.task.parameters['remark'];
    return forAll === undefined ? NONE_GIVEN : { remark: String(forAll ?? '') || null };
  }
  const remark = cutRemark(ofRow.trim());
  const found = remarkProblem(remark);
  if (!found) return { remark };
  return { kind: 'skipped', code: 'badRemark', words: filled(found.text, found.facts ?? {}) };
}

/**
 * Sets the common remark or the row's own on all cards of a leased batch, or restores the former ones. An empty one removes the
 * remark.
 */
async function editRemarks(ctx: Ctx, batch: LeasedBatch): Promise<void> {
  await ctx.transact(async (inside) => {
    const { cards, gone } = await lockCardsOfBatch(inside, batch);
    // Read once the cards are held: who held them before may have written another.
    const remarks = await remarksOf(
      inside,
      cards.map(({ id }) => id),
    );
    const changes: (BatchItem & RemarkValue & { readonly before: string | null })[] = [];
    const outcomes: (readonly [LeasedItem, Outcome])[] = [...gone];
    for (const card of cards) {
      const back = undoValueOf<RemarkValue>(card.item);
      const before = remarks.get(card.id) ?? null;
      const asked = back ? back.to : remarkAsked(batch, card.item);
      if ('kind' in asked) {
        outcomes.push([card.item, asked]);
        continue;
      }
      const after = asked.remark;
      if (back && before !== back.from.remark) outcomes.push([card.item, CHANGED_SINCE]);
      else if (before === after) outcomes.push([card.item, UNCHANGED]);
      else {
        changes.push({ ...card, before, remark: after });
        outcomes.push([card.item, doneWith({ remark: before }, { remark: after })]);
      }
    }
    await writeRemarks(inside, changes);
    await tellEdited(inside, batch, changes, ({ before, remark }) => ({ from: before, to: remark }));
    await batch.settleIn(inside, outcomes);
  });
}

export const remarkAction = itemAction({
  action: 'edit_remark',
  permissions: CARD_ACTIONS.edit_remark,
  chunkSize: 1_000,
  isLocal: true,
  undo: { by: UNDONE_BY.edit_remark },
  run: editRemarks,
});
