import { CARD_ACTIONS } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { UNDONE_BY } from '@cardinal/contract/api/cardBatches/undo.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import {
  type Back,
  CHANGED_SINCE,
  doneWith,
  type ImeiValue,
  liftReasons,
  raiseReasons,
  undoValueOf,
} from '../../cardCommands/face.ts';
import {
  actorOfTask,
  announceCards,
  changeCard,
  type LockedCard,
  type NewCardEvent,
  writeEvents,
} from '../../cards/face.ts';
import { type ItemAction, itemAction, type LeasedBatch, type Outcome } from '../../tasks/face.ts';
import { type BatchItem, lockCardsOfBatch } from '../editing/editCards.ts';
import { bindingOf, isInAnotherDevice, isLocked, NOT_LOCKED, SEPARATED } from './imeiRules.ts';

/** Local work, one card at a time: each gets a history record and may change its stop reasons. */
const CARDS_PER_BATCH = 200;

type Skipped = Extract<Outcome, { kind: 'skipped' }>;
type Change = { readonly imei: string | null };

const UNLOCKED: Skipped = { kind: 'skipped', code: 'already', words: NOT_LOCKED };

/** The IMEI from this card's row in an uploaded sheet, or the one given for all. */
function askedImei(batch: LeasedBatch, card: BatchItem): string | undefined {
  const { details } = card.item;
  const ofRow = details && typeof details === 'object' && 'parameter' in details ? details['parameter'] : undefined;
  const asked = ofRow ?? batch.task.parameters['imei'];
  return typeof asked === 'string' && asked !== '' ? asked : undefined;
}

/** Restores the former lock, or none. */
const lockedBack = (card: BatchItem, { from, to }: Back<ImeiValue>): Change | Skipped =>
  card.row.bound_imei === from.imei ? { imei: to.imei } : CHANGED_SINCE;

async function runLocks(ctx: Ctx, batch: LeasedBatch, decide: (card: BatchItem) => Change | Skipped): Promise<void> {
  await ctx.transact(async (inside) => {
    const { cards, gone } = await lockCardsOfBatch(inside, batch);
    const outcomes: (readonly [BatchItem['item'], Outcome])[] = [...gone];
    const events: NewCardEvent[] = [];
    const now = inside.clock.now();
    const shown: LockedCard[] = [];
    for (const card of cards) {
      const back = undoValueOf<ImeiValue>(card.item);
      const decided = back ? lockedBack(card, back) : decide(card);
      if ('code' in decided) {
        outcomes.push([card.item, decided]);
        continue;
      }
      const after = await changeCard(
        inside.db,
        card.row,
        {
          bound_imei: decided.imei,
          bound_imei_at: decided.imei === null ? null : now,
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
    await separations(inside, batch, shown);
    await batch.settleIn(inside, outcomes);
  });
}

const BOUND_ELSEWHERE = text('机卡分离：绑定的是其他设备', 'IMEI changed: bound to another device');
const TOGETHER = text('机卡分离已解除', 'IMEI change resolved');

/** Whether a card is in another device than its own follows from its lock, and with it the reason of separation. */
async function separations(ctx: Ctx, batch: LeasedBatch, locked: readonly LockedCard[]): Promise<void> {
  const by = { source: 'console', actor: actorOfTask(batch.task), taskId: batch.task.id } as const;
  const [apart, together] = [true, false].map((isApart) =>
    locked.filter((card) => isInAnotherDevice(lockable(card)) === isApart).map(({ id }) => id),
  );
  await raiseReasons(ctx, { cardIds: apart ?? [], reasons: [SEPARATED], why: BOUND_ELSEWHERE, by });
  await liftReasons(ctx, { cardIds: together ?? [], reasons: [SEPARATED], why: TOGETHER, by });
}

const lockable = (row: LockedCard) => ({ imei: row.imei, boundImei: row.bound_imei });

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
        const binding = bindingOf(lockable(card.row), askedImei(batch, card));
        return binding.kind === 'bind' ? binding : { ...binding, kind: 'skipped' };
      }),
  }),
  itemAction({
    action: 'unbind_imei',
    permissions: CARD_ACTIONS.unbind_imei,
    undo: { by: UNDONE_BY.unbind_imei },
    chunkSize: CARDS_PER_BATCH,
    isLocal: true,
    run: (ctx, batch) => runLocks(ctx, batch, (card) => (isLocked(card.row) ? { imei: null } : UNLOCKED)),
  }),
];
