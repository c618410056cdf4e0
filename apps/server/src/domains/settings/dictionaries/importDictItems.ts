import { addDictItem, type importDictItems as endpoint } from '@cardinal/contract/api/settings/dictionaries.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { fieldProblems } from '@cardinal/contract/framework/issues.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Upload } from '../../../framework/domain.ts';
import { readTable, refusedRow } from '../../../sheets/readTable.ts';
import { limitsOf } from '../platformSettings.ts';
import { lockOwnType } from './editDictionaries.ts';

const MOST_ROWS = 5_000;
const COLUMNS: Readonly<Record<string, Text>> = {
  value: text('值', 'Value'),
  zh: text('中文', 'Chinese'),
  en: text('英文', 'English'),
  sort: text('排序', 'Order'),
};

/** Columns of the sheet in order: value, Chinese, English, order. The first wrong row refuses the whole file. */
export async function importDictItems(ctx: Ctx, type: string, upload: Upload): Promise<AnswerOf<typeof endpoint>> {
  await lockOwnType(ctx, type);
  const { importFileBytes } = await limitsOf(ctx.db);
  const rows = await readTable(upload, { rows: MOST_ROWS, bytes: importFileBytes });
  const seen = new Set<string>();
  const items = rows.map(({ rowNumber, cells }, at) => {
    const [value = '', zh = '', en = '', sort = ''] = cells;
    const order = sort === '' ? (at + 1) * 10 : Number(sort);
    const parsed = addDictItem.body.safeParse({ type, value, zh, en, sort: order }, { reportInput: true });
    if (!parsed.success) {
      const found = fieldProblems(parsed.error)[0]!;
      throw refusedRow(rowNumber, found, COLUMNS[found.field.split('.')[0] ?? '']);
    }
    if (seen.has(value))
      throw refusedRow(rowNumber, {
        text: text('值「{value}」重复', 'Duplicate value “{value}”'),
        facts: { value },
      });
    seen.add(value);
    return parsed.data;
  });
  const known = await ctx.db.selectFrom('settings.dict_item').select('value').where('type_code', '=', type).execute();
  const had = new Set(known.map((row) => row.value));
  const stamp = { updated_by: accountOf(ctx).account, updated_at: ctx.clock.now() };
  await ctx.db
    .insertInto('settings.dict_item')
    .values(
      items.map(({ value, zh, en, sort = 0 }) => ({
        type_code: type,
        value,
        zh,
        en,
        sort,
        is_enabled: true,
        color: null,
        ...stamp,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['type_code', 'value']).doUpdateSet((row) => ({
        zh: row.ref('excluded.zh'),
        en: row.ref('excluded.en'),
        sort: row.ref('excluded.sort'),
        version: row('settings.dict_item.version', '+', 1),
        ...stamp,
      })),
    )
    .execute();
  const changed = items.filter((item) => had.has(item.value)).length;
  const figures = { added: items.length - changed, changed };
  ctx.note({ objectKind: 'dictionary', objectId: type, summary: upload.fileName, after: figures });
  return figures;
}
