import { createHash } from 'node:crypto';
import { unknownList } from '@cardinal/contract/api/tasks/downloads.ts';
import { fieldProblems } from '@cardinal/contract/framework/issues.ts';
import { exportableFields, type ListEndpoint, type ListQuery } from '@cardinal/contract/framework/list.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid, noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { type Actor, type Ctx, holds } from '../../../framework/context.ts';
import { type AnyQuery, filtered, readFilterKey } from '../../../framework/dataset.ts';
import { type BoundList, boundList } from '../../../framework/domain.ts';

const opens = (endpoint: ListEndpoint, actor: Actor): boolean => {
  if (endpoint.permission === 'public' || endpoint.permission === 'authenticated') return true;
  if (endpoint.permission === 'endUser') return false;
  return endpoint.permission.some((permission) => holds(actor, permission));
};

/** The list of this name, if it can be exported and the actor may see and export it. */
export function exportedList(ctx: Ctx, name: string): BoundList {
  const found = boundList(ctx, name);
  if (!found?.endpoint.exportPermission) throw new Refused(unknownList);
  if (!opens(found.endpoint, ctx.actor) || !holds(ctx.actor, found.endpoint.exportPermission))
    throw new Refused(noPermission);
  return found;
}

const PAGE_KEYS = ['pageNum', 'pageSize', 'cursor'];

/** The query of the screen without its page, read by the list's own schema. */
export function readQuery(endpoint: ListEndpoint, raw: unknown): ListQuery {
  const given = Object.entries(raw as Record<string, unknown>).filter(([key]) => !PAGE_KEYS.includes(key));
  const parsed = endpoint.query.safeParse(Object.fromEntries(given), { reportInput: true });
  if (parsed.success) return parsed.data as ListQuery;
  const problems = fieldProblems(parsed.error).map((each) => ({ ...each, field: `query.${each.field}` }));
  throw new Refused(invalid, {}, problems);
}

/** The requested columns, all of which the actor must be allowed to export; without a request all exportable ones. */
export function readColumns(endpoint: ListEndpoint, ctx: Ctx, asked: readonly string[] | undefined): string[] {
  const open = exportableFields(endpoint, (permission) => holds(ctx.actor, permission));
  if (!asked) return open;
  const unknown = asked.find((name) => !open.includes(name));
  if (unknown === undefined) return [...new Set(asked)];
  const words = text('该列不存在或不能导出：{name}', 'Column not found or not exportable: {name}');
  throw new Refused(invalid, {}, [{ field: 'columns', text: words, facts: { name: unknown.slice(0, 64) } }]);
}

/** The row count of the list's filter, exact up to `most` + 1. */
export async function countRows(list: BoundList, ctx: Ctx, query: ListQuery, most: number): Promise<number> {
  const capped: AnyQuery = (await filtered(list.endpoint, list.dataset, ctx, query))
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(most + 1);
  const counted = ctx.db.selectFrom(capped.as('capped')).select(sql<string>`count(*)`.as('n'));
  const row = await counted.executeTakeFirst();
  return Number(row?.n ?? 0);
}

/** Two orders with one fingerprint would give two identical files. */
export const fingerprintOf = (parts: unknown): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const SUFFIX: Record<string, Text> = {
  is: text('', ''),
  contains: text('包含', ' contains'),
  from: text('不早于/不小于', ' from'),
  to: text('不晚于/不大于', ' to'),
  all: text('全部含', ' all of'),
  none: text('不含', ' none of'),
  present: text('有值', ' present'),
};
const MOST_TITLE = 200;

/**
 * Query keys without a field: pasted lists and selected rows are described by their number, keys that belong to another key are
 * omitted.
 */
const PASTED = text('{n} 个号码', '{n} {n|number|numbers}');
const TICKED = text('勾选 {n} 行', '{n} selected {n|row|rows}');
const SILENT: readonly string[] = ['sort', 'identifierType'];
const OTHERS = text('其他条件', 'other conditions');

/** The content of the file: the list and its filter in words. */
export function titleOf(endpoint: ListEndpoint, query: ListQuery): Text {
  const parts = (language: 'zh_CN' | 'en') => {
    const words = Object.entries(query).flatMap(([key, value]) =>
      value === undefined || SILENT.includes(key) ? [] : [partOf(endpoint, key, value, language)],
    );
    return [...new Set(words)];
  };
  const [zh, en] = [parts('zh_CN'), parts('en')];
  const whole = (summary: string, words: string[], open: string, close: string, joint: string) =>
    (words.length === 0 ? summary : `${summary}${open}${words.join(joint)}${close}`).slice(0, MOST_TITLE);
  return text(whole(endpoint.summary.zh, zh, '（', '）', '，'), whole(endpoint.summary.en, en, ' (', ')', ', '));
}

function partOf(endpoint: ListEndpoint, key: string, value: unknown, language: 'zh_CN' | 'en'): string {
  if (key === 'identifiers') return say(PASTED, language, { n: String(value).split(/[,\n]/).length });
  if (key === 'ids') return say(TICKED, language, { n: [value].flat().length });
  const filter = readFilterKey(endpoint.fields, key);
  const field = filter && endpoint.fields[filter.name];
  if (!filter || !field) return say(OTHERS, language);
  const name = `${say(field.label, language)}${say(SUFFIX[filter.operator] ?? text('', ''), language)}`;
  // An id means nothing to a reader.
  if (field.kind === 'id') return name;
  const words = (Array.isArray(value) ? value : [value]).map((each) => {
    const choice = field.choices?.find((one) => one.value === each);
    return choice ? say(choice.label, language) : shortly(each);
  });
  return `${name}: ${words.join('/')}`;
}

const shortly = (value: unknown): string => {
  const words = String(value);
  return words.length > 40 ? `${words.slice(0, 40)}…` : words;
};
