import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { Ctx } from '../../../framework/context.ts';
import {
  actorOfTask,
  type EventValue,
  type LockedCard,
  lockCards,
  type OwnColumns,
  writeEvents,
  writeOwnColumns,
} from '../../cards/face.ts';
import type { LeasedBatch, LeasedItem, Outcome } from '../../tasks/face.ts';

export type BatchItem = {
  readonly item: LeasedItem;
  readonly id: string;
  readonly iccid: string;
  readonly customerId: string;
  readonly row: LockedCard;
};

const GONE: Outcome = { kind: 'skipped', code: 'notFound', words: cardNotFound.text };

/**
 * The cards behind the items of a leased batch, locked in one order until the transaction ends. Items whose card the task's
 * customer can no longer see are finished here.
 */
export async function lockCardsOfBatch(
  ctx: Ctx,
  batch: LeasedBatch,
): Promise<{ cards: BatchItem[]; gone: (readonly [LeasedItem, Outcome])[] }> {
  const rows = await lockCards(
    ctx.db,
    batch.items.flatMap((item) => item.targetId ?? []),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const cards: BatchItem[] = [];
  const gone: (readonly [LeasedItem, Outcome])[] = [];
  for (const item of batch.items) {
    const row = item.targetId ? found.get(item.targetId) : undefined;
    if (row) cards.push({ item, id: row.id, iccid: row.iccid, customerId: row.customer_id, row });
    else gone.push([item, GONE]);
  }
  return { cards, gone };
}

export type WrittenCard<V extends OwnColumns = OwnColumns> = BatchItem & { readonly written: V };

type Told = {
  readonly from: EventValue | null;
  readonly to: EventValue | null;
  readonly reason?: string | null;
  /** Whose record it is, if not the card's former owner's. */
  readonly customerId?: string;
};

/** Writes each card's own new value and its history record with the values before and after. */
export async function editCards<V extends OwnColumns>(
  ctx: Ctx,
  batch: LeasedBatch,
  cards: readonly WrittenCard<V>[],
  told: (card: WrittenCard<V>) => Told,
): Promise<void> {
  await writeOwnColumns(ctx, cards);
  await tellEdited(ctx, batch, cards, told);
}

/** Writes into the history of each card of a turn what it was before and is now. */
export function tellEdited<C extends BatchItem>(
  ctx: Ctx,
  batch: LeasedBatch,
  cards: readonly C[],
  told: (card: C) => Told,
): Promise<void> {
  return writeEvents(
    ctx,
    cards.map((card) => ({
      cardId: card.id,
      iccid: card.iccid,
      customerId: card.customerId,
      action: batch.task.action,
      result: 'done',
      source: 'console',
      ...told(card),
      taskId: batch.task.id,
      actor: actorOfTask(batch.task),
    })),
  );
}
