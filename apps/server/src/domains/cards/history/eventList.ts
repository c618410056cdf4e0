import { listCardEvents } from '@cardinal/contract/api/cards/history.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { type Language, say, type Text, text } from '@cardinal/primitives/text.ts';
import { DEFAULT_ZONE } from '@cardinal/primitives/zone.ts';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type AnyQuery, type Dataset, dataset, filtered } from '../../../framework/dataset.ts';
import { likeContains } from '../../../framework/likeContains.ts';
import { refuseLongPeriods } from '../../../framework/list/longPeriods.ts';
import type { Sight } from '../../control/face.ts';
import { customerNames } from '../../customers/face.ts';
import { type TaskRef, taskIdOf, taskRefs } from '../../tasks/face.ts';
import { wordsIn } from '../cardWords.ts';
import { readIdentifierList } from '../finding/identifierList.ts';
import { hasPasted } from '../finding/wholeNumbers.ts';
import { sightsOfCards } from '../shownFields.ts';
import { hasOfferedLine, standInsOf } from './foldStandIn.ts';

const column = (name: string) => sql`e.${sql.ref(name)}`;

/** Whether the caller may know the actor: not accounts of customers above. */
const mayKnowActor = (ctx: Ctx): RawBuilder<unknown> =>
  ctx.scope.everything
    ? sql`true`
    : sql`(e.actor_customer_id is null or e.actor_customer_id = any(${ctx.scope.customerIds}::bigint[]))`;

/** A column of an event (alias `e`) about the actor, empty if the caller may not know. */
export const known = <T = unknown>(name: string, ctx: Ctx): RawBuilder<T> =>
  sql<T>`case when ${mayKnowActor(ctx)} then ${column(name)} end`;

/** The history of cards within the caller's scope: an event belongs to the card's owner at the time. */
export const eventDataset: Dataset = dataset(listCardEvents, {
  from: (ctx, asked) => {
    refuseLongPeriods(asked, ['at']);
    const lines = ctx.db.selectFrom('cards.card_event as e');
    return asked['folded'] ? lines.where(standsForTask(ctx, asked['customerId'])) : lines;
  },
  table: 'e',
  carrier: sql`(select c.platform from cards.card c where c.id = e.card_id)`,
  // A folded line stands for all cards of its task.
  shownAnyway: (ctx, asked, hidden) => (asked['folded'] ? hasOfferedLine(ctx, hidden) : undefined),
  columns: {
    actorName: {
      sql: column('actor_name'),
      where: (operator, value, ctx) =>
        operator === 'contains'
          ? sql<SqlBool>`${known('actor_name', ctx)} ilike ${likeContains(String(value))}`
          : sql<SqlBool>`${known('actor_name', ctx)} = any(${value as string[]})`,
    },
    taskId: {
      sql: column('task_id'),
      where: (_, value, ctx) => sql<SqlBool>`${known('task_id', ctx)} = any(${value as string[]}::bigint[])`,
    },
  },
  select: (query, ctx) =>
    query
      .select([
        'e.id',
        'e.at',
        'e.iccid',
        'e.card_id',
        'e.operation_type',
        'e.action',
        'e.from_value',
        'e.to_value',
        'e.result',
        'e.source',
        'e.customer_id',
        'e.carrier_ref',
        'e.carrier_words',
        'e.carrier_words_en',
        'e.reason',
        'e.reason_en',
        'e.is_lead',
        'e.task_id as own_task_id',
      ])
      .select([
        known<string | null>('actor_name', ctx).as('actor_name'),
        known<string | null>('task_id', ctx).as('task_id'),
        known<string | null>('address', ctx).as('address'),
      ]),
  present: async (leads, ctx, _, asked) => {
    const standIns = asked?.['folded'] ? await standInsOf(ctx, leads) : undefined;
    const rows = leads.map((row) => ({ ...row, ...standIns?.get(row.id) }));
    const [names, tasks, lines, sights] = await Promise.all([
      customerNames(
        ctx.db,
        rows.map((row) => row.customer_id),
      ),
      taskRefs(
        ctx.db,
        rows.flatMap((row) => row.task_id ?? []),
      ),
      linesBehind(ctx, rows),
      sightsOfCards(
        ctx,
        rows.map((row) => row.card_id),
      ),
    ]);
    const taskOf = (row: { task_id: string | null }) => (row.task_id === null ? undefined : tasks.get(row.task_id));
    return rows.map((row) => ({
      ...standIns?.get(row.id),
      ...changeWords(row, ctx.language, sights.get(row.card_id)),
      carrierWords: wordsIn(ctx.language, row.carrier_words, row.carrier_words_en),
      reason: wordsIn(ctx.language, row.reason, row.reason_en),
      customerName: names.get(row.customer_id) ?? '',
      taskNo: taskOf(row)?.taskNo ?? null,
      retryOf: taskOf(row)?.retryOf ?? null,
      folded: foldedOf(row, lines, taskOf(row)),
    }));
  },
  extra: (query, asked, ctx) => applyExtra(query, asked, ctx),
  // Counts every operation, folded or not.
  figures: (ctx, _, asked) =>
    eventFigures(ctx, () => filtered(listCardEvents, eventDataset, ctx, { ...asked, folded: undefined })),
});

/**
 * Records without a task, and one record per task: the lead of the first customer among those the caller sees or has filtered
 * by.
 */
function standsForTask(ctx: Ctx, customers: unknown): Expression<SqlBool> {
  const asked = customers ? sql`f.customer_id = any(${[customers].flat()}::bigint[])` : sql`true`;
  const other = ctx.db
    .selectFrom('cards.event_fold as f')
    .select(sql`1`.as('one'))
    .where(sql<boolean>`f.task_id = e.task_id and ${asked}`)
    .where(sql<boolean>`(f.customer_id < e.customer_id or (f.customer_id = e.customer_id and f.lead_id <> e.id))`);
  return sql<SqlBool>`(e.is_lead and not exists (${other}))`;
}

/** A value as displayed: plain text as it is, texts in the caller's language. */
export function valueWords(value: unknown, language: Language): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object' && 'zh' in value && 'en' in value) return say(value as Text, language);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The lines whose values are the numbers of devices. */
const OF_DEVICES = new Set(['bind_imei', 'unbind_imei']);

/** What a line changed from and to, as far as those above let the reader see it. */
export const changeWords = (
  line: { readonly action: string; readonly from_value: unknown; readonly to_value: unknown },
  language: Language,
  sight: Sight | undefined,
): { fromValue: string | null; toValue: string | null } =>
  sight?.hides.has('imei') && OF_DEVICES.has(line.action)
    ? { fromValue: null, toValue: null }
    : { fromValue: valueWords(line.from_value, language), toValue: valueWords(line.to_value, language) };

/** Records are counted up to here; a task of a hundred thousand cards shows its own count. */
const MOST_LINES = 1_000;

type Lead = { readonly id: string; readonly is_lead: boolean; readonly own_task_id: string | null };
type Behind = { readonly id: string; readonly lines: number; readonly customers: number };

/** How many visible records stand behind each lead of a page, and how many customers they belong to, by lead id. */
async function linesBehind(ctx: Ctx, rows: readonly Lead[]): Promise<ReadonlyMap<string, Behind>> {
  const leads = rows.filter((row) => row.is_lead && row.own_task_id);
  if (leads.length === 0) return new Map();
  const column = (name: 'id' | 'own_task_id') => leads.map((row) => row[name]);
  const some = ctx.db
    .selectFrom('cards.card_event as x')
    .select(sql`1`.as('one'))
    .where(sql<boolean>`x.task_id = g.task_id`)
    .limit(MOST_LINES + 1);
  const folds = ctx.db
    .selectFrom('cards.event_fold as f')
    .select(sql`count(*)::int`.as('n'))
    .where(sql<boolean>`f.task_id = g.task_id`);
  const counted = await sql<Behind>`
    select g.id, (select count(*)::int from (${some}) counted) as lines, (${folds}) as customers
    from unnest(${column('id')}::bigint[], ${column('own_task_id')}::bigint[]) as g (id, task_id)`.execute(ctx.db);
  return new Map(counted.rows.map((behind) => [behind.id, behind]));
}

function foldedOf(row: Lead, leads: ReadonlyMap<string, Behind>, task: TaskRef | undefined) {
  const { lines, customers } = leads.get(row.id) ?? { lines: 1, customers: 1 };
  if (lines < 2) return null;
  const { total, done, failed } = task ?? {};
  return {
    lines: Math.min(lines, MOST_LINES),
    isMore: lines > MOST_LINES,
    customers,
    task: task ? { total, done, failed } : null,
  };
}

/**
 * How a record is addressed. Records are partitioned by time: with it one is found at once, by id alone all would be searched.
 */
export type LineAt = { readonly id: string; readonly at: string };

/** Exactly these records of the events under an alias. */
export const linesAt = (alias: string, lines: readonly LineAt[]): RawBuilder<boolean> => {
  const [at, id] = [sql.ref(`${alias}.at`), sql.ref(`${alias}.id`)];
  return sql<boolean>`(${at} = any(${lines.map((line) => line.at)}::timestamptz[]) and (${at}, ${id}) in (
    select * from unnest(${lines.map((line) => line.at)}::timestamptz[], ${lines.map((line) => line.id)}::bigint[])))`;
};

/** All records of these leads' tasks that the caller may see. */
export const linesUnder = (ctx: Ctx, leads: readonly LineAt[]): RawBuilder<SqlBool> => {
  const tasks = ctx.db
    .selectFrom('cards.card_event as l')
    .select('l.task_id')
    .where(linesAt('l', leads))
    .where('l.task_id', 'is not', null);
  return sql<SqlBool>`e.task_id in (${tasks})`;
};

/** The lead of the task to unfold; without its time all partitions would be searched. */
function leadOf(asked: Record<string, unknown>): LineAt {
  if (asked['underAt']) return { id: String(asked['under']), at: String(asked['underAt']) };
  throw new Refused(invalid, {}, [
    { field: 'underAt', text: text('请给出该记录的时间', 'Enter the time of the record') },
  ]);
}

async function applyExtra(query: AnyQuery, asked: Record<string, unknown>, ctx: Ctx): Promise<AnyQuery> {
  const conditions: Expression<SqlBool>[] = [];
  const { identifiers, identifierType, startIccid, endIccid } = asked;
  if (identifiers) {
    const pasted = readIdentifierList(Number(identifierType ?? 1), String(identifiers));
    conditions.push(pasted.column === 'iccid' ? byIccid(pasted.values) : await byCards(ctx, pasted));
  }
  if (asked['under']) conditions.push(linesUnder(ctx, [leadOf(asked)]));
  if (asked['taskNo']) {
    const id = await taskIdOf(ctx.db, String(asked['taskNo']));
    conditions.push(id ? sql<SqlBool>`${known('task_id', ctx)} = ${id}::bigint` : sql<SqlBool>`false`);
  }
  if (startIccid) conditions.push(sql<SqlBool>`e.iccid >= ${startIccid}`);
  // The end includes all its check digits.
  if (endIccid) conditions.push(sql<SqlBool>`e.iccid <= ${`${endIccid}~`}`);
  return conditions.reduce<AnyQuery>((so, condition) => so.where(condition), query);
}

/** Matches the number stored in the event, so deleted cards are found as well. 19 digits also match the 20-digit number. */
const byIccid = (values: readonly string[]): Expression<SqlBool> =>
  sql<SqlBool>`e.iccid = any(${[...new Set(values.flatMap((value) => [value, withCheckDigit(value)]))]})`;

/** By the numbers the cards have now; among numbers of any kinds an ICCID also matches the number stored in the event. */
async function byCards(ctx: Ctx, pasted: ReturnType<typeof readIdentifierList>): Promise<Expression<SqlBool>> {
  const cards = ctx.db
    .selectFrom('cards.card as c')
    .select('c.id')
    .where(await hasPasted(ctx, pasted));
  const having = sql<SqlBool>`e.card_id in (${cards})`;
  return pasted.column ? having : sql<SqlBool>`(${having} or ${byIccid(pasted.values)})`;
}

/** The chart stops counting here; a narrower time shows all. */
const COUNTED = 200_000;

async function eventFigures(
  ctx: Ctx,
  asked: () => Promise<AnyQuery>,
): Promise<AnswerOf<typeof listCardEvents>['summary']> {
  const inner = (await asked()).clearSelect().select(['e.at', 'e.operation_type']).limit(COUNTED);
  const rows = (await ctx.db
    .selectFrom(inner.as('f'))
    .select([
      sql<string>`to_char(f.at at time zone ${sql.lit(DEFAULT_ZONE)}, 'YYYY-MM-DD')`.as('day'),
      sql<number>`f.operation_type`.as('operationType'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .groupBy([sql`1`, sql`2`])
    .orderBy(sql`1`)
    .orderBy(sql`2`)
    .execute()) as { day: string; operationType: number; count: number }[];
  return { perDay: rows };
}
