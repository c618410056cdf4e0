import { listCardEvents } from '@cardinal/contract/api/cards/history.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { type Language, say, type Text } from '@cardinal/primitives/text.ts';
import { DEFAULT_ZONE } from '@cardinal/primitives/zone.ts';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { containing } from '../../../framework/containing.ts';
import type { Ctx } from '../../../framework/context.ts';
import { type AnyQuery, type Dataset, filtered } from '../../../framework/dataset.ts';
import { refuseLongPeriods } from '../../../framework/longPeriods.ts';
import { customerNames } from '../../customers/face.ts';
import { type TaskRef, taskIdOf, taskRefs } from '../../tasks/face.ts';
import { readIdentifierList } from '../identifierList.ts';

const column = (name: string) => sql`e.${sql.ref(name)}`;

/** Whether who acted is somebody the caller may know: not the customers above him. */
const mayKnowActor = (ctx: Ctx): RawBuilder<unknown> =>
  ctx.scope.everything
    ? sql`true`
    : sql`(e.actor_customer_id is null or e.actor_customer_id = any(${ctx.scope.customerIds}::bigint[]))`;

/** A column of an event (alias `e`) that tells who acted, empty where the caller may not know. */
export const known = (name: string, ctx: Ctx): RawBuilder<unknown> =>
  sql`case when ${mayKnowActor(ctx)} then ${column(name)} end`;

/** The history of cards within the caller's scope: an event belongs to who owned the card when it happened. */
export const eventDataset: Dataset = {
  from: (ctx, asked) => {
    refuseLongPeriods(asked, ['at']);
    return ctx.db.selectFrom('cards.card_event as e') as unknown as AnyQuery;
  },
  id: sql<string>`e.id`,
  columns: {
    id: column('id'),
    at: column('at'),
    iccid: column('iccid'),
    cardId: column('card_id'),
    operationType: column('operation_type'),
    action: column('action'),
    result: column('result'),
    source: column('source'),
    actorName: {
      sql: column('actor_name'),
      where: (operator, value, ctx) =>
        operator === 'contains'
          ? sql<SqlBool>`${known('actor_name', ctx)} ilike ${containing(String(value))}`
          : sql<SqlBool>`${known('actor_name', ctx)} = any(${value as string[]})`,
    },
    customerId: column('customer_id'),
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
        'e.reason',
        'e.is_lead',
        'e.task_id as own_task_id',
      ])
      .select([
        known('actor_name', ctx).as('actor_name'),
        known('task_id', ctx).as('task_id'),
        known('address', ctx).as('address'),
      ]),
  present: presentEvents,
  extra: (query, asked, ctx) => applyExtra(query, asked, ctx),
  // Every operation counts, however the list folds them.
  figures: (ctx, _, asked) =>
    eventFigures(ctx, () => filtered(listCardEvents, eventDataset, ctx, { ...asked, folded: undefined })),
};

/** A value as it is read: text as it is, words in the caller's language. */
export function valueWords(value: unknown, language: Language): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object' && 'zh' in value && 'en' in value) return say(value as Text, language);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function presentEvents(rows: readonly Record<string, unknown>[], ctx: Ctx) {
  const [names, tasks, lines] = await Promise.all([
    customerNames(
      ctx.db,
      rows.map((row) => String(row['customer_id'])),
    ),
    taskRefs(
      ctx.db,
      rows.flatMap((row) => (row['task_id'] ? [String(row['task_id'])] : [])),
    ),
    linesBehind(ctx, rows),
  ]);
  return rows.map((row) => ({
    id: row['id'],
    at: (row['at'] as Date).toISOString(),
    iccid: row['iccid'],
    cardId: row['card_id'],
    operationType: row['operation_type'],
    action: row['action'],
    fromValue: valueWords(row['from_value'], ctx.language),
    toValue: valueWords(row['to_value'], ctx.language),
    result: row['result'],
    source: row['source'],
    actorName: row['actor_name'] ?? null,
    customerId: row['customer_id'],
    customerName: names.get(String(row['customer_id'])) ?? '',
    taskId: row['task_id'] ?? null,
    taskNo: tasks.get(String(row['task_id']))?.taskNo ?? null,
    retryOf: tasks.get(String(row['task_id']))?.retryOf ?? null,
    carrierRef: row['carrier_ref'],
    carrierWords: row['carrier_words'],
    reason: row['reason'],
    address: row['address'] ?? null,
    folded: foldedOf(row, lines, tasks.get(String(row['task_id']))),
  }));
}

/** Lines are counted so far; a task of a hundred thousand cards is told by its own count. */
const MOST_LINES = 1_000;

/** How many lines stand behind each of the leads on a page, by the ids of those. */
async function linesBehind(ctx: Ctx, rows: readonly Record<string, unknown>[]): Promise<ReadonlyMap<string, number>> {
  const leads = rows.filter((row) => row['is_lead'] && row['own_task_id']).map((row) => String(row['id']));
  if (leads.length === 0) return new Map();
  const counted = (await ctx.db
    .selectFrom('cards.card_event as e')
    .select('e.id')
    .select(
      sql<number>`(select count(*)::int from (
        select 1 from cards.card_event x where x.task_id = e.task_id and x.customer_id = e.customer_id
        limit ${MOST_LINES + 1}) counted)`.as('n'),
    )
    .where('e.id', 'in', leads)
    .execute()) as { id: string; n: number }[];
  return new Map(counted.map(({ id, n }) => [id, n]));
}

function foldedOf(row: Record<string, unknown>, lines: ReadonlyMap<string, number>, task: TaskRef | undefined) {
  const count = lines.get(String(row['id'])) ?? 1;
  if (count < 2) return null;
  const { total, done, failed } = task ?? {};
  return {
    lines: Math.min(count, MOST_LINES),
    isMore: count > MOST_LINES,
    task: task ? { total, done, failed } : null,
  };
}

/** The lines one of the caller's lines stands for. */
export const linesUnder = (ctx: Ctx, leads: readonly string[]): RawBuilder<SqlBool> => {
  const own = ctx.db
    .selectFrom('cards.card_event as l')
    .select(['l.task_id', 'l.customer_id'])
    .where('l.id', 'in', [...leads])
    .where('l.task_id', 'is not', null);
  return sql<SqlBool>`(e.task_id, e.customer_id) in (${own})`;
};

async function applyExtra(query: AnyQuery, asked: Record<string, unknown>, ctx: Ctx): Promise<AnyQuery> {
  const conditions: Expression<SqlBool>[] = [];
  const { identifiers, identifierType, startIccid, endIccid } = asked;
  if (identifiers) {
    const { column: name, values } = readIdentifierList(Number(identifierType ?? 1), String(identifiers));
    conditions.push(name === 'iccid' ? byIccid(values) : byCards(ctx, name, values));
  }
  if (asked['folded']) conditions.push(sql<SqlBool>`e.is_lead`);
  if (asked['under']) conditions.push(linesUnder(ctx, [String(asked['under'])]));
  if (asked['taskNo']) {
    const id = await taskIdOf(ctx.db, String(asked['taskNo']));
    conditions.push(id ? sql<SqlBool>`${known('task_id', ctx)} = ${id}::bigint` : sql<SqlBool>`false`);
  }
  if (startIccid) conditions.push(sql<SqlBool>`e.iccid >= ${startIccid}`);
  // The end includes every check digit behind it.
  if (endIccid) conditions.push(sql<SqlBool>`e.iccid <= ${`${endIccid}~`}`);
  return conditions.reduce<AnyQuery>((so, condition) => so.where(condition), query);
}

/** By the number in the event itself: it also finds cards that are gone. 19 digits mean the card they check to, too. */
const byIccid = (values: readonly string[]): Expression<SqlBool> =>
  sql<SqlBool>`e.iccid = any(${[...new Set(values.flatMap((value) => [value, withCheckDigit(value)]))]})`;

function byCards(ctx: Ctx, name: string, values: readonly string[]): Expression<SqlBool> {
  const cards = ctx.db
    .selectFrom('cards.card as c')
    .select('c.id')
    .where(sql<boolean>`c.${sql.ref(name)} = any(${values})`);
  return sql<SqlBool>`e.card_id in (${cards})`;
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
