import { CARD_ACTIONS } from '@cardinal/contract/api/cards/selection.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { itemAction, type Outcome, type Turn } from '../../tasks/face.ts';
import { turnCards, writeOnCards } from '../turnCards.ts';

const UNCHANGED: Outcome = { kind: 'skipped', code: 'already', words: text('备注无变化', 'The remark is so already') };

/** Writes one remark on all cards of a turn; an empty one takes theirs away. */
async function writeRemarks(ctx: Ctx, turn: Turn): Promise<void> {
  const remark = String(turn.task.parameters['remark'] ?? '') || null;
  await ctx.transact(async (inside) => {
    const { cards, gone } = await turnCards(inside, turn);
    const changed = cards.filter((card) => card.row.remark !== remark);
    await writeOnCards(inside, turn, changed, { remark }, ({ row }) => ({ from: row.remark, to: remark }));
    const isChanged = new Set(changed.map((card) => card.id));
    await turn.settleIn(inside, [
      ...gone,
      ...cards.map((card) => [card.item, isChanged.has(card.id) ? { kind: 'done' as const } : UNCHANGED] as const),
    ]);
  });
}

export const remarkAction = itemAction({
  action: 'edit_remark',
  permissions: CARD_ACTIONS.edit_remark,
  chunkSize: 1_000,
  turnsPerLane: 4,
  run: writeRemarks,
});
