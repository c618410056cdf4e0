import { CARD_ACTIONS } from '@cardinal/contract/api/cardBatches/selection.ts';
import { UNDONE_BY } from '@cardinal/contract/api/cardBatches/undo.ts';
import type { Ctx } from '../../../framework/context.ts';
import { type Back, CHANGED_SINCE, doneWith, type ImeiValue, undoValueOf } from '../../cardCommands/face.ts';
import { actorOfTask, announceCards, changeCard, type NewCardEvent, writeEvents } from '../../cards/face.ts';
import { type ItemAction, itemAction, type LeasedBatch, type Outcome } from '../../tasks/face.ts';
import { type BatchItem, lockCardsOfBatch } from '../editing/editCards.ts';
import { bindingOf, NOT_LOCKED, reasonsLocked, reasonsUnlocked } from './imeiRules.ts';

/** Local work, one card at a time: each gets a history record and may change its stop reasons. */
const CARDS_PER_BATCH = 200;

type Skipped = Extract<Outcome, { kind: 'skipped' }>;
type Change = { readonly imei: string | null; readonly stopReasons: readonly number[] };

const UNLOCKED: Skipped = { kind: 'skipped', code: 'already', words: NOT_LOCKED };

/** The IMEI from this card's row in an uploaded sheet, or the one given for all. */
function askedImei(batch: LeasedBatch, card: BatchItem): string | undefined {
  const { details } = card.item;
  const ofRow = details && typeof details === 'object' && 'parameter' in details ? details['parameter'] : undefined;
  const asked = ofRow ?? batch.task.parameters['imei'];
  return typeof asked === 'string' && asked !== '' ? asked : undefined;
}

/** Restores the former lock, or none; whether the card is in another device is judged by its present device. */
function lockedBack(card: BatchItem, { from, to }: Back<ImeiValue>): Change | Skipped {
  if (card.row.bound_imei !== from.imei) return CHANGED_SINCE;
  return { imei: to.imei, stopReasons: reasonsLocked({ ...lockable(card), boundImei: to.imei }) };
}

async function runLocks(ctx: Ctx, batch: LeasedBatch, decide: (card: BatchItem) => Change | Skipped): Promise<void> {
  await ctx.transact(async (inside) => {
    const { cards, gone } = await lockCardsOfBatch(inside, batch);
    const outcomes: (readonly [BatchItem['item'], Outcome])[] = [...gone];
    const events: NewCardEvent[] = [];
    const now = inside.clock.now();
    const shown = [];
    for (const card of cards) {
      const back = undoValueOf<ImeiValue>(card.item);
      const decided = back ? lockedBack(card, back) : decide(card);
      if ('kind' in decided) {
        outcomes.push([card.item, decided]);
        continue;
      }
      const after = await changeCard(
        inside.db,
        card.row,
        {
          bound_imei: decided.imei,
          bound_imei_at: decided.imei === null ? null : now,
          stop_reasons: [...decided.stopReasons],
        },
        now,
      );
      shown.push(after);
      outcomes.push([card.item, doneWith({ imei: card.row.bound_imei }, { imei: decided.imei })]);
      events.push({
        cardId: card.id,
        iccid: card.iccid,
        customerId: card.customerId,
        action: decided.imei === null ? 'unbind_imei' : 'bind_imei',
        result: 'done',
        source: 'console',
        from: card.row.bound_imei,
        to: decided.imei,
        taskId: batch.task.id,
        actor: actorOfTask(batch.task),
      });
    }
    await writeEvents(inside, events);
    await announceCards(inside, shown);
    await batch.settleIn(inside, outcomes);
  });
}

const lockable = ({ row }: BatchItem) => ({
  imei: row.imei,
  boundImei: row.bound_imei,
  stopReasons: row.stop_reasons,
});

/** The lock to a device is kept on this platform only; no carrier is asked. The IMEI watch handles a later swap. */
export const imeiActions: readonly ItemAction[] = [
  itemAction({
    action: 'bind_imei',
    permissions: CARD_ACTIONS.bind_imei,
    undo: { by: UNDONE_BY.bind_imei },
    chunkSize: CARDS_PER_BATCH,
    isLocal: true,
    run: (ctx, batch) =>
      runLocks(ctx, batch, (card) => {
        const binding = bindingOf(lockable(card), askedImei(batch, card));
        return binding.kind === 'bind'
          ? { imei: binding.imei, stopReasons: binding.stopReasons }
          : { kind: 'skipped', code: binding.code, words: binding.words };
      }),
  }),
  itemAction({
    action: 'unbind_imei',
    permissions: CARD_ACTIONS.unbind_imei,
    undo: { by: UNDONE_BY.unbind_imei },
    chunkSize: CARDS_PER_BATCH,
    isLocal: true,
    run: (ctx, batch) =>
      runLocks(ctx, batch, (card) =>
        card.row.bound_imei === null ? UNLOCKED : { imei: null, stopReasons: reasonsUnlocked(lockable(card)) },
      ),
  }),
];
