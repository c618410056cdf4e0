import type { countryOptions as optionsEndpoint } from '@cardinal/contract/api/settings/countries.ts';
import { listCountries } from '@cardinal/contract/api/settings/countries.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';

const isChanged = sql<boolean>`(to_jsonb(c) @> c.standard) is false`;

export const countryDataset = dataset(listCountries, {
  isShort: true,
  from: (ctx) => ctx.db.selectFrom('settings.country as c'),
  table: 'c',
  columns: {
    isChanged,
  },
  select: (query) => query.selectAll('c').select(isChanged.as('is_changed')),
  extra: (query, { keyword, mcc }) => {
    const words = String(keyword ?? '').toLowerCase();
    const found = keyword
      ? query.where(
          sql<boolean>`(strpos(lower(c.zh), ${words}) > 0 or strpos(lower(c.en), ${words}) > 0 or lower(c.code) = ${words} or c.dial_code = ${words.replace(/^\+/, '')})`,
        )
      : query;
    return mcc ? found.where(sql<boolean>`${mcc} = any(c.mccs)`) : found;
  },
});

export const countryOptions = (ctx: Ctx): Promise<AnswerOf<typeof optionsEndpoint>> =>
  ctx.db
    .selectFrom('settings.country')
    .select(['code', 'zh', 'en', 'dial_code as dialCode', 'phone_min as phoneMin', 'phone_max as phoneMax'])
    .where('is_enabled', '=', true)
    .orderBy('sort')
    .orderBy('code')
    .execute();
