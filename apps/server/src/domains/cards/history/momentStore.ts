import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { CardState } from '../cardState.ts';
import type { CardRow } from '../cardStore.ts';
import { wordsIn } from '../cardWords.ts';
import { remarksOf } from '../remarks.ts';
import type { Standing, StateLine, TagEnd } from './stateRules.ts';

export type HistoryLine = StateLine & {
  readonly id: string;
  readonly commandId: string | null;
  readonly source: string;
  readonly actorCustomerId: string | null;
  readonly actorName: string | null;
  readonly taskId: string | null;
  readonly carrierWords: string | null;
  readonly reason: string | null;
};

/** All records of a card the caller may see, oldest first, whoever owned it then; the caller decides what to show. */
export const linesOf = async (ctx: Ctx, cardId: string): Promise<HistoryLine[]> =>
  (await linesOfCards(ctx, [cardId])).get(cardId) ?? [];

/** The same of several cards at once. */
export async function linesOfCards(ctx: Ctx, cardIds: readonly string[]): Promise<Map<string, HistoryLine[]>> {
  const rows = await ctx
    .beyondScope('how a card stood is told by all its lines; a time when it was somebody else’s is not shown')
    .selectFrom('cards.card_event')
    .select([
      'card_id',
      'id',
      'at',
      'customer_id',
      'action',
      'result',
      'source',
      'state',
      'actor_customer_id',
      'actor_name',
    ])
    .select(['task_id', 'command_id', 'carrier_words', 'carrier_words_en', 'reason', 'reason_en'])
    .select(sql<string | null>`case jsonb_typeof(to_value) when 'object' then to_value ->> 'word' end`.as('to_word'))
    .where(sql<boolean>`card_id = any(${[...cardIds]}::bigint[])`)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const lines = rows.map((row) => ({
    cardId: row.card_id,
    id: row.id,
    at: row.at,
    action: row.action,
    result: row.result,
    source: row.source,
    customerId: row.customer_id,
    state: row.state as CardState | null,
    toWord: row.to_word,
    commandId: row.command_id,
    actorCustomerId: row.actor_customer_id,
    actorName: row.actor_name,
    taskId: row.task_id,
    carrierWords: wordsIn(ctx.language, row.carrier_words, row.carrier_words_en),
    reason: wordsIn(ctx.language, row.reason, row.reason_en),
  }));
  return Map.groupBy(lines, ({ cardId }) => cardId);
}

/** The card's row in the form of its history, with the tags the caller may see. */
export async function presentStanding(ctx: Ctx, card: CardRow): Promise<Required<Standing>> {
  const [tags, remarks] = await Promise.all([
    ctx.db.selectFrom('cards.card_tag').select('tag_id').where('card_id', '=', card.id).execute(),
    remarksOf(ctx, [card.id]),
  ]);
  return {
    status: card.carrier_status,
    reasons: card.stop_reasons,
    pending: card.pending_action,
    customer: card.customer_id,
    product: card.product_code,
    version: card.product_version,
    remark: remarks.get(card.id) ?? null,
    imei: card.bound_imei,
    tags: tags.map((row) => row.tag_id),
  };
}

export type TagLook = { readonly id: string; readonly name: string; readonly color: string; readonly isGone: boolean };

export type TagsNamed = { readonly looks: ReadonlyMap<string, TagLook>; readonly ends: readonly TagEnd[] };

/** The caller's own among these tags and the ones they were merged into; with the end time of each deleted one. */
export async function tagsNamed(ctx: Ctx, ids: readonly string[]): Promise<TagsNamed> {
  const looks = new Map<string, TagLook>();
  const ends: TagEnd[] = [];
  for (let asked = [...ids]; asked.length > 0; ) {
    const [living, ended] = await Promise.all([
      ctx.db.selectFrom('cards.tag').select(['id', 'name', 'color']).where('id', 'in', asked).execute(),
      ctx.db.selectFrom('cards.tag_ended').selectAll().where('tag_id', 'in', asked).execute(),
    ]);
    for (const tag of living) looks.set(tag.id, { ...tag, isGone: false });
    for (const { tag_id, name, color, into_id, ended_at } of ended) {
      looks.set(tag_id, { id: tag_id, name, color, isGone: true });
      ends.push({ at: ended_at, tagId: tag_id, intoId: into_id });
    }
    asked = ended.flatMap(({ into_id }) => (into_id && !looks.has(into_id) ? [into_id] : []));
  }
  return { looks, ends };
}
