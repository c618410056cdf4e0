import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { CardRow } from '../cardCommands/commands/commandStore.ts';
import { actorOfTask, type EventValue, writeEvents } from '../cards/cardEvents.ts';
import type { Outcome, Turn, TurnItem } from '../tasks/face.ts';

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

/** What is ours alone to write on a card. */
const PLAIN = {
  remark: 'text',
  product_code: 'text',
  product_version: 'integer',
  service_period_end: 'timestamptz',
  customer_id: 'bigint',
  usage_jumped_at: 'timestamptz',
} as const;
type Plain = Partial<Pick<CardRow, keyof typeof PLAIN>>;
export type WrittenCard<V extends Plain = Plain> = TurnCard & { readonly written: V };

type Told = {
  readonly from: EventValue | null;
  readonly to: EventValue | null;
  readonly reason?: string | null;
  /** Whose the line is, where it is not who had the card before. */
  readonly customerId?: string;
};

/** Writes on each card of a turn what is its own, and into its history what it was before and is now. */
export async function writeOnCards<V extends Plain>(
  ctx: Ctx,
  turn: Turn,
  cards: readonly WrittenCard<V>[],
  told: (card: WrittenCard<V>) => Told,
): Promise<void> {
  const [first] = cards;
  if (!first) return;
  const columns = (Object.keys(PLAIN) as (keyof typeof PLAIN)[]).filter((name) => name in first.written);
  const rows = JSON.stringify(cards.map(({ id, written }) => ({ id, ...written })));
  await sql`
    update cards.card c set
      updated_at = ${ctx.clock.now()}, ${sql.join(columns.map((name) => sql`${sql.ref(name)} = g.${sql.ref(name)}`))}
    from jsonb_to_recordset(${rows}::jsonb)
      as g (id bigint, ${sql.join(columns.map((name) => sql`${sql.ref(name)} ${sql.raw(PLAIN[name])}`))})
    where c.id = g.id`.execute(ctx.beyondScope('cards of the turn, read and locked within the task’s scope'));
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
