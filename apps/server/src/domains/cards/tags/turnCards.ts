import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Outcome, Turn, TurnItem } from '../../tasks/face.ts';
import type { CardRow } from '../commands/commandStore.ts';

export type TurnCard = {
  readonly item: TurnItem;
  readonly id: string;
  readonly iccid: string;
  readonly customerId: string;
  readonly remark: string | null;
  readonly row: CardRow;
};

const GONE: Outcome = { kind: 'skipped', code: 'notFound', words: text('卡不存在', 'Card not found') };

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
    if (row) cards.push({ item, id: row.id, iccid: row.iccid, customerId: row.customer_id, remark: row.remark, row });
    else gone.push([item, GONE]);
  }
  return { cards, gone };
}
