import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { Ctx } from '../../framework/context.ts';
import type { Outcome, Turn, TurnItem } from '../tasks/face.ts';
import { actorOfTask, type EventValue, writeEvents } from './cardEvents.ts';
import type { CardRow } from './commands/commandStore.ts';

export type TurnCard = {
  readonly item: TurnItem;
  readonly id: string;
  readonly iccid: string;
  readonly customerId: string;
  readonly row: CardRow;
};

const GONE: Outcome = { kind: 'skipped', code: 'notFound', words: cardNotFound.text };

/**
 * The cards behind the items of a turn, held in one order until the transaction ends, and the outcome of those the
 * task's customer does not see any more.
 */
export async function turnCards(
  ctx: Ctx,
  turn: Turn,
): Promise<{ cards: TurnCard[]; gone: (readonly [TurnItem, Outcome])[] }> {
  const ids = turn.items.flatMap((item) => (item.targetId ? [item.targetId] : []));
  const rows = await ctx.db
    .selectFrom('cards.card')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  const cards: TurnCard[] = [];
  const gone: (readonly [TurnItem, Outcome])[] = [];
  for (const item of turn.items) {
    const row = item.targetId ? found.get(item.targetId) : undefined;
    if (row) cards.push({ item, id: row.id, iccid: row.iccid, customerId: row.customer_id, row });
    else gone.push([item, GONE]);
  }
  return { cards, gone };
}

/** Writes the same on cards of a turn, and into the history of each what it was before and is now. */
export async function writeOnCards(
  ctx: Ctx,
  turn: Turn,
  cards: readonly TurnCard[],
  written: Partial<Pick<CardRow, 'remark' | 'product_code' | 'product_version'>>,
  told: (card: TurnCard) => { readonly from: EventValue | null; readonly to: EventValue | null },
): Promise<void> {
  if (cards.length === 0) return;
  await ctx.db
    .updateTable('cards.card')
    .set({ ...written, updated_at: ctx.clock.now() })
    .where(
      'id',
      'in',
      cards.map((card) => card.id),
    )
    .execute();
  await writeEvents(
    ctx,
    cards.map((card) => ({
      cardId: card.id,
      iccid: card.iccid,
      customerId: card.customerId,
      action: turn.task.action,
      result: 'done',
      source: 'console',
      ...told(card),
      taskId: turn.task.id,
      actor: actorOfTask(turn.task),
    })),
  );
}
