import { CARD_ACTIONS } from '@cardinal/contract/api/cards/selection.ts';
import { UNDONE_BY } from '@cardinal/contract/api/cards/undo.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { itemAction, type Outcome, type Turn, type TurnItem } from '../../tasks/face.ts';
import { turnCards, type WrittenCard, writeOnCards } from '../turnCards.ts';
import { backOf, CHANGED_SINCE, doneWith, type RemarkValue } from '../undo/backOf.ts';

const UNCHANGED: Outcome = { kind: 'skipped', code: 'already', words: text('备注无变化', 'The remark is so already') };

/** Writes one remark on all cards of a turn, or back on each the one it had; an empty one takes theirs away. */
async function writeRemarks(ctx: Ctx, turn: Turn): Promise<void> {
  const remark = String(turn.task.parameters['remark'] ?? '') || null;
  await ctx.transact(async (inside) => {
    const { cards, gone } = await turnCards(inside, turn);
    const changes: WrittenCard<RemarkValue>[] = [];
    const outcomes: (readonly [TurnItem, Outcome])[] = [...gone];
    for (const card of cards) {
      const back = backOf<RemarkValue>(card.item);
      const before = card.row.remark;
      const after = back ? back.to.remark : remark;
      if (back && before !== back.from.remark) outcomes.push([card.item, CHANGED_SINCE]);
      else if (before === after) outcomes.push([card.item, UNCHANGED]);
      else {
        changes.push({ ...card, written: { remark: after } });
        outcomes.push([card.item, doneWith({ remark: before }, { remark: after })]);
      }
    }
    await writeOnCards(inside, turn, changes, ({ row, written }) => ({ from: row.remark, to: written.remark }));
    await turn.settleIn(inside, outcomes);
  });
}

export const remarkAction = itemAction({
  action: 'edit_remark',
  permissions: CARD_ACTIONS.edit_remark,
  chunkSize: 1_000,
  turnsPerLane: 4,
  undo: { by: UNDONE_BY.edit_remark },
  run: writeRemarks,
});
