import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import type { SelectionSource } from '@cardinal/contract/api/cardBatches/selection.ts';
import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { fieldProblems } from '@cardinal/contract/framework/issues.ts';
import type { ListEndpoint, ListQuery } from '@cardinal/contract/framework/list.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid, noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import { problem } from '@cardinal/primitives/problem.ts';
import { digitsOf, segmentRule } from '@cardinal/primitives/segment.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Ctx, holds } from '../../../framework/context.ts';
import { type AnyQuery, filtered } from '../../../framework/dataset.ts';
import { cardDataset, cardsNamedBy, hasPasted, type NamedCard, readIdentifierList } from '../../cards/face.ts';
import { taskToCopy } from '../../tasks/face.ts';
import { inSet, usableSet } from '../sets/useSets.ts';
import { batchAction } from './batchAction.ts';
import type { NamedSource } from './sourceText.ts';

/** Where the cards of a selection come from; `asked` finds the given identifiers that match no card. */
export type ResolvedSource = {
  /** The cards on the asker's scoped handle, alias `c`. */
  readonly cards: AnyQuery;
  /** The given identifiers, to report those that match no card; absent for a filter. */
  readonly asked?: AskedIdentifiers;
};
export type AskedIdentifiers = {
  /** `value` and `seq` of each identifier. */
  readonly rows: RawBuilder<unknown>;
  /** Selects the `value`s that belong to cards of the frozen items. */
  readonly found: (previewId: string) => RawBuilder<unknown>;
};

/** Matched by a column of the card; an ICCID also without its check digit. */
const byColumn =
  (column: string): AskedIdentifiers['found'] =>
  (previewId) => {
    const own = sql.ref(`c.${column}`);
    const frozen = sql`
      from card_batches.selection_item i join cards.v_card c on c.id = i.card_id where i.preview_id = ${previewId}::bigint`;
    const whole = sql`select ${own} as value ${frozen}`;
    if (column !== 'iccid') return whole;
    return sql`${whole} union all select left(${own}, 19) ${frozen} and length(${own}) = 20`;
  };

/** Matched by any claimed identifier. */
const byClaim: AskedIdentifiers['found'] = (previewId) => sql`
  select k.value from card_batches.selection_item i join cards.v_card_identifier k on k.card_id = i.card_id
  where i.preview_id = ${previewId}::bigint`;

/** Matched by numbers of any kinds. */
const byName =
  (named: readonly NamedCard[]): AskedIdentifiers['found'] =>
  (previewId) =>
    sql`
  select n.typed as value
  from unnest(${named.map(({ typed }) => typed)}::text[], ${named.map(({ id }) => id)}::bigint[]) as n (typed, card_id)
  join card_batches.selection_item i on i.card_id = n.card_id where i.preview_id = ${previewId}::bigint`;

const byLink =
  (setId: string): AskedIdentifiers['found'] =>
  (previewId) =>
    sql`
    select n.typed as value from card_batches.selection_item i
    join card_batches.card_set_card l on l.set_id = ${setId}::bigint and l.card_id = i.card_id
    join card_batches.card_set_number n on n.set_id = l.set_id and n.seq = l.seq
    where i.preview_id = ${previewId}::bigint`;

const wrong = (field: string, zh: string, en: string) =>
  new Refused(invalid, {}, [{ field: `source.${field}`, text: problem(zh, en).text }]);

const everyCard = (ctx: Ctx): AnyQuery => cardDataset.from(ctx, {});

/** The query of a selection, as its list reads it from a URL. */
function readQuery(list: ListEndpoint, query: unknown): ListQuery {
  const parsed = list.query.safeParse(query);
  if (parsed.success) return parsed.data as ListQuery;
  const problems = fieldProblems(parsed.error).map((each) => ({ ...each, field: `source.query.${each.field}` }));
  throw new Refused(invalid, {}, problems);
}

/** The cards that the action's own list finds; `most` and one more where it takes no more, so that no further ones are looked up. */
async function cardsListed(ctx: Ctx, action: CardAction, query: unknown): Promise<ResolvedSource> {
  const { list, most } = batchAction(ctx, action);
  if (!list) throw wrong('kind', '该操作没有自己的列表', 'The action has no list of its own');
  if (![list.endpoint.permission].flat().some((permission) => holds(ctx.actor, permission)))
    throw new Refused(noPermission);
  const found = await filtered(list.endpoint, list.rows, ctx, readQuery(list.endpoint, query));
  const ids = found.clearSelect().select('c.id');
  return { cards: everyCard(ctx).where('c.id', 'in', most ? ids.limit(most.cards + 1) : ids) };
}

/** Turns a selection's source into a query; invalid input is refused at its field. */
export async function resolveSource(
  ctx: Ctx,
  action: CardAction,
  source: SelectionSource | NamedSource,
): Promise<ResolvedSource> {
  switch (source.kind) {
    case 'ids':
      return { cards: everyCard(ctx).where('c.id', 'in', source.ids) };
    case 'list':
      return cardsPasted(ctx, readIdentifierList(source.identifierType, source.text, 'source.text'));
    case 'named':
      return cardsPasted(ctx, { column: 'iccid', values: [...new Set(source.iccids)] });
    case 'segment':
      return { cards: inSegment(everyCard(ctx), source) };
    case 'file': {
      const file = await ctx.db
        .selectFrom('card_batches.selection_file')
        .select('id')
        .where('id', '=', source.fileId)
        .executeTakeFirst();
      if (!file) throw wrong('fileId', '文件已失效，请重新上传', 'The file has expired; upload it again');
      const rows = sql`select value, seq from card_batches.selection_file_row where file_id = ${source.fileId}`;
      return {
        cards: everyCard(ctx).where(
          sql<boolean>`c.id in (select i.card_id from card_batches.selection_file_row r join cards.v_card_identifier i on i.value = r.value where r.file_id = ${source.fileId})`,
        ),
        asked: { found: byClaim, rows },
      };
    }
    case 'set': {
      const set = await usableSet(ctx, source.setId, 'source.setId');
      const rows = sql`
        select typed as value, seq from card_batches.card_set_number
        where set_id = ${set.id}::bigint and (fault is null or fault not like 'repeated:%')`;
      return { cards: everyCard(ctx).where(await inSet(ctx, set.id)), asked: { found: byLink(set.id), rows } };
    }
    case 'task':
      return cardsOfTask(ctx, (await taskToCopy(ctx, source.taskId)).id);
    case 'filter': {
      return { cards: await filtered(listCards, cardDataset, ctx, readQuery(listCards, source.query)) };
    }
    case 'listed':
      return cardsListed(ctx, action, source.query);
  }
}

async function cardsPasted(ctx: Ctx, pasted: ReturnType<typeof readIdentifierList>): Promise<ResolvedSource> {
  return {
    cards: everyCard(ctx).where(await hasPasted(ctx, pasted)),
    asked: {
      found: pasted.column ? byColumn(pasted.column) : byName(await cardsNamedBy(ctx, pasted.values)),
      rows: sql`select value, ordinality::int as seq from unnest(${pasted.values}::text[]) with ordinality as given (value, ordinality)`,
    },
  };
}

/** The cards a task was to be done to. It was read through the caller's scope, so its targets are the caller's too. */
function cardsOfTask(ctx: Ctx, taskId: string): ResolvedSource {
  const targets = sql`from tasks.v_target t where t.task_id = ${taskId}::bigint`;
  return {
    cards: everyCard(ctx).where(sql<boolean>`c.id in (select t.target_id ${targets})`),
    asked: {
      rows: sql`select t.target as value, t.seq ${targets}`,
      found: (previewId) =>
        sql`select i.iccid as value from card_batches.selection_item i where i.preview_id = ${previewId}::bigint`,
    },
  };
}

function inSegment(cards: AnyQuery, source: { startIccid: string; endIccid: string }): AnyQuery {
  const segment = { start: digitsOf(source.startIccid), end: digitsOf(source.endIccid) };
  const found = segmentRule()(segment);
  if (found) throw new Refused(invalid, {}, [{ field: 'source.endIccid', ...found }]);
  // The end includes all check digits: 19 digits mean all cards that begin with them.
  return cards.where(sql<boolean>`c.iccid >= ${segment.start} and c.iccid <= ${`${segment.end}~`}`);
}
