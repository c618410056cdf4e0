import {
  dictTypeNotFound,
  listDictItems,
  type dictOptions as optionsEndpoint,
  type listDictTypes as typesEndpoint,
} from '@cardinal/contract/api/settings/dictionaries.ts';
import { allEnumerations } from '@cardinal/contract/enumerations/enumeration.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { countUse, isCounted } from './dictUse.ts';

const builtIn = (): string =>
  JSON.stringify(
    [...allEnumerations().values()].flatMap(({ name, options }) =>
      options.map(({ value, label }, at) => ({ type: name, value, zh: label.zh, en: label.en, sort: (at + 1) * 10 })),
    ),
  );

type Row = {
  id: string;
  type: string;
  value: string;
  zh: string;
  en: string;
  color: string | null;
  sort: number;
  is_enabled: boolean;
  is_reworded: boolean;
  is_system: boolean;
  version: number;
};

/**
 * The contract's dictionaries with their edited texts, and the custom ones, as one table. Written in SQL because the first half
 * is no table; the joined tables have no tenant.
 */
const allItems = () => sql<Row>`(
  select row_number() over (order by type, sort, value) as id, * from (
    select b.type, b.value, coalesce(o.zh, b.zh) as zh, coalesce(o.en, b.en) as en, null as color, b.sort, true as is_enabled,
      o.value is not null as is_reworded, true as is_system, coalesce(o.version, 0) as version
    from jsonb_to_recordset(${builtIn()}::text::jsonb) as b(type text, value text, zh text, en text, sort integer)
    left join settings.dict_item o on o.type_code = b.type and o.value = b.value
    union all
    select i.type_code, i.value, i.zh, i.en, i.color, i.sort, i.is_enabled, false, false, i.version
    from settings.dict_item i join settings.dict_type t on t.code = i.type_code
  ) every)`;

export const dictItemDataset = dataset(listDictItems, {
  from: (ctx) => ctx.db.selectFrom(allItems().as('i')),
  table: 'i',
  select: (query) => query.selectAll('i'),
  present: async (rows, ctx) => {
    const use = new Map<string, ReadonlyMap<string, number>>();
    for (const type of new Set(rows.map((row) => row.type))) use.set(type, await countUse(ctx, type));
    return rows.map((row) => ({
      used: isCounted(ctx, row.type) || !row.is_system ? (use.get(row.type)?.get(row.value) ?? 0) : null,
    }));
  },
  extra: async (query, asked, ctx) => {
    if (!asked.used) return query;
    const types = (await dictTypes(ctx, {})).map(({ code }) => code).filter((type) => isCounted(ctx, type));
    const pairs: string[] = [];
    for (const type of types) {
      for (const [value, n] of await countUse(ctx, type)) if (n > 0) pairs.push(`${type} ${value}`);
    }
    const isUsed = sql<boolean>`i.type || ' ' || i.value = any(${pairs})`;
    return query.where(asked.used === 'true' ? isUsed : sql<boolean>`not ${isUsed}`);
  },
});

/** Custom dictionaries first, then the product's, each by name. */
export async function dictTypes(
  ctx: Ctx,
  { keyword }: QueryOf<typeof typesEndpoint>,
): Promise<AnswerOf<typeof typesEndpoint>> {
  const own = await ctx.db.selectFrom('settings.dict_type').select(['code', 'zh', 'en']).orderBy('zh').execute();
  const words = keyword?.toLowerCase() ?? '';
  const isHit = sql<boolean>`(strpos(lower(i.value), ${words}) > 0 or strpos(lower(i.zh), ${words}) > 0 or strpos(lower(i.en), ${words}) > 0)`;
  const counted = await ctx.db
    .selectFrom(allItems().as('i'))
    .select([
      sql<string>`i.type`.as('type'),
      sql<string>`count(*)`.as('items'),
      sql<string>`count(*) filter (where ${isHit})`.as('hits'),
    ])
    .groupBy(sql`i.type`)
    .execute();
  const counts = new Map(counted.map((row) => [row.type, row]));
  const system = [...allEnumerations().values()].map(({ name, title }) => ({ code: name, ...title }));
  return [
    ...own.map((type) => ({ ...type, isSystem: false })),
    ...system.map((type) => ({ ...type, isSystem: true })).sort((a, b) => a.code.localeCompare(b.code)),
  ]
    .map((type) => ({
      ...type,
      items: Number(counts.get(type.code)?.items ?? 0),
      hits: words === '' ? 0 : Number(counts.get(type.code)?.hits ?? 0),
    }))
    .filter((type) => type.hits > 0 || `${type.code} ${type.zh} ${type.en}`.toLowerCase().includes(words));
}

export async function dictOptions(ctx: Ctx, type: string): Promise<AnswerOf<typeof optionsEndpoint>> {
  const known = await ctx.db
    .selectFrom('settings.dict_type')
    .select('code')
    .where('code', '=', type)
    .executeTakeFirst();
  if (!known) throw new Refused(dictTypeNotFound);
  return ctx.db
    .selectFrom('settings.dict_item')
    .select(['value', 'zh', 'en', 'color'])
    .where('type_code', '=', type)
    .where('is_enabled', '=', true)
    .orderBy('sort')
    .orderBy('value')
    .execute();
}
