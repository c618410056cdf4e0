import { CARD_ACTIONS } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { UNDONE_BY } from '@cardinal/contract/api/cardBatches/undo.ts';
import { text } from '@cardinal/primitives/text.ts';
import { timeText } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../../framework/context.ts';
import { CHANGED_SINCE, doneWith, type ServicePeriodValue, undoValueOf } from '../../cardCommands/face.ts';
import { itemAction, type LeasedBatch, type LeasedItem, type Outcome } from '../../tasks/face.ts';
import { editCards, lockCardsOfBatch, type WrittenCard } from '../editing/editCards.ts';
import { CANCELLED } from '../selection/selectionVerdicts.ts';

const UNCHANGED: Outcome = {
  kind: 'skipped',
  code: 'already',
  words: text('服务期无变化', 'Service period unchanged'),
};
const OVER: Outcome = { kind: 'skipped', code: 'cancelled', words: CANCELLED };

type Written = { readonly service_period_end: Date | null };

const periodOf = (end: Date | null): ServicePeriodValue => ({ servicePeriodEnd: end?.toISOString() ?? null });
const momentOf = (written: unknown): Date | null => (typeof written === 'string' ? new Date(written) : null);
const told = (end: Date | null): string | null => (end ? timeText(end) : null);

/** Sets one end of service period for all cards of a leased batch, or restores each card's former one. */
async function writeServicePeriods(ctx: Ctx, batch: LeasedBatch): Promise<void> {
  const asked = momentOf(batch.task.parameters['servicePeriodEnd']);
  await ctx.transact(async (inside) => {
    const { cards, gone } = await lockCardsOfBatch(inside, batch);
    const changes: WrittenCard<Written>[] = [];
    const outcomes: (readonly [LeasedItem, Outcome])[] = [...gone];
    for (const card of cards) {
      const back = undoValueOf<ServicePeriodValue>(card.item);
      const before = periodOf(card.row.service_period_end);
      const end = back ? momentOf(back.to.servicePeriodEnd) : asked;
      const after = periodOf(end);
      if (card.row.lifecycle === 'cancelled') outcomes.push([card.item, OVER]);
      else if (back && before.servicePeriodEnd !== back.from.servicePeriodEnd)
        outcomes.push([card.item, CHANGED_SINCE]);
      else if (before.servicePeriodEnd === after.servicePeriodEnd) outcomes.push([card.item, UNCHANGED]);
      else {
        changes.push({ ...card, written: { service_period_end: end } });
        outcomes.push([card.item, doneWith(before, after)]);
      }
    }
    await editCards(inside, batch, changes, ({ row, written }) => ({
      from: told(row.service_period_end),
      to: told(written.service_period_end),
    }));
    await batch.settleIn(inside, outcomes);
  });
}

export const servicePeriodAction = itemAction({
  action: 'edit_service_period',
  permissions: CARD_ACTIONS.edit_service_period,
  chunkSize: 1_000,
  isLocal: true,
  undo: { by: UNDONE_BY.edit_service_period },
  run: writeServicePeriods,
});
