import { MOST_LOOKED_UP, noCardsFound } from '@cardinal/contract/api/cardLookups/onlineLookups.ts';
import { tooManyToLookUp } from '@cardinal/contract/api/cardLookups/refusals.ts';
import { selectCardFirst } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { ActionCode } from '@cardinal/contract/tasks/taskCatalogue.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { type CardRow, cardsNamed, cardsOfSegment } from '../../cards/face.ts';
import { requireEngine } from '../../engines/face.ts';
import { startTask } from '../../tasks/face.ts';

/** Which cards to query: pasted numbers, a segment, one of the caller's tags, or the unknown ones of a look-up. */
export type Which = {
  readonly numbers?: string | undefined;
  readonly startIccid?: string | undefined;
  readonly endIccid?: string | undefined;
  readonly tagId?: string | undefined;
  readonly unknownOf?: string | undefined;
};

/** The card facts a query needs. */
export type AskedCard = Pick<CardRow, 'id' | 'iccid' | 'platform' | 'carrier_account_id'>;

/** The selected cards of the caller's scope, without cancelled ones, which cannot be queried. */
export type AskedCards = {
  readonly cards: readonly CardRow[];
  readonly notFound: readonly string[];
  readonly cancelled: readonly string[];
};

export async function cardsAsked(ctx: Ctx, which: Which): Promise<AskedCards> {
  const { cards, notFound } = await cardsMeant(ctx, which);
  if (cards.length > MOST_LOOKED_UP) throw new Refused(tooManyToLookUp, { max: MOST_LOOKED_UP });
  const isCancelled = (card: CardRow) => card.lifecycle === 'cancelled';
  return {
    cards: cards.filter((card) => !isCancelled(card)),
    notFound,
    cancelled: cards.filter(isCancelled).map((card) => card.iccid),
  };
}

async function cardsMeant(
  ctx: Ctx,
  { numbers, startIccid, endIccid, tagId, unknownOf }: Which,
): Promise<{ cards: readonly CardRow[]; notFound: readonly string[] }> {
  if (startIccid && endIccid) {
    return { cards: await cardsOfSegment(ctx, startIccid, endIccid, MOST_LOOKED_UP), notFound: [] };
  }
  if (tagId) return { cards: await cardsOfTag(ctx, tagId), notFound: [] };
  if (unknownOf) return { cards: await cardsUnknown(ctx, unknownOf), notFound: [] };
  if (!numbers?.trim()) throw new Refused(selectCardFirst);
  const { cards, notFound, isCut } = await cardsNamed(ctx, numbers);
  if (isCut || cards.length + notFound.length > MOST_LOOKED_UP)
    throw new Refused(tooManyToLookUp, { max: MOST_LOOKED_UP });
  return { cards, notFound };
}

const cardsOfTag = (ctx: Ctx, tagId: string): Promise<CardRow[]> =>
  ctx.db
    .selectFrom('cards.v_card_tag as t')
    .innerJoin('cards.v_card as c', 'c.id', 't.card_id')
    .selectAll('c')
    .where('t.tag_id', '=', tagId)
    .orderBy('c.iccid')
    .limit(MOST_LOOKED_UP + 1)
    .execute();

const cardsUnknown = (ctx: Ctx, taskId: string): Promise<CardRow[]> =>
  ctx.db
    .selectFrom('card_lookups.online_lookup as l')
    .innerJoin('cards.v_card as c', 'c.id', 'l.card_id')
    .selectAll('c')
    .where('l.task_id', '=', taskId)
    .where('l.state', '=', 'done')
    .where('l.online_state', '=', 2)
    .orderBy('l.seq')
    .limit(MOST_LOOKED_UP)
    .execute();

/** Refuses if no card is left to query, and names some of those left out. */
export function refuseNone({ cards, notFound, cancelled }: AskedCards): void {
  if (cards.length > 0) return;
  throw new Refused(noCardsFound, { numbers: [...notFound, ...cancelled].slice(0, 5).join(', ') || '—' });
}

/** Queues one query per card, at its carrier account. */
export async function startAsking(
  ctx: Ctx,
  given: {
    action: ActionCode;
    engine: Parameters<typeof requireEngine>[1];
    title: Text;
    parameters: Readonly<Record<string, string>>;
    cards: readonly CardRow[];
  },
): Promise<string> {
  const { cards } = given;
  await requireEngine(
    ctx,
    given.engine,
    cards.map((card) => card.id),
  );
  const { taskId } = await startTask(ctx, {
    action: given.action,
    title: given.title,
    parameters: given.parameters,
    items: cards.map((card) => ({
      target: card.iccid,
      targetId: card.id,
      lane: `carrier:${card.carrier_account_id}`,
    })),
  });
  return taskId;
}

/** A query's row as first written: its card and who asked; the answer is added later. */
export function askedRow(ctx: Ctx, taskId: string, card: AskedCard, seq: number) {
  const { customerId, account } = accountOf(ctx);
  return {
    card_id: card.id,
    id: ctx.ids.next(),
    task_id: taskId,
    seq,
    iccid: card.iccid,
    platform: card.platform,
    carrier_account_id: card.carrier_account_id,
    customer_id: customerId,
    account_name: account,
    state: 'waiting' as const,
    words: null,
    asked_at: null,
    source: null,
    created_at: ctx.clock.now(),
  };
}
