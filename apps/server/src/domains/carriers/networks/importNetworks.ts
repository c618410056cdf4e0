import {
  addNetwork,
  type importNetworks as endpoint,
  unknownNetworkCountry,
} from '@cardinal/contract/api/carriers/networks.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { fieldProblems } from '@cardinal/contract/framework/issues.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Upload } from '../../../framework/domain.ts';
import { readTable, refusedRow } from '../../../sheets/readTable.ts';
import { limitsOf } from '../../settings/face.ts';

export async function countryCodes(ctx: Ctx): Promise<ReadonlySet<string>> {
  const rows = await ctx.db.selectFrom('settings.v_country').select('code').execute();
  return new Set(rows.map(({ code }) => code));
}

const MOST_ROWS = 5_000;
const COLUMNS: Readonly<Record<string, Text>> = {
  mcc: text('MCC', 'MCC'),
  mnc: text('MNC', 'MNC'),
  country: text('国家代码', 'Country code'),
  en: text('英文名', 'English'),
  zh: text('中文名', 'Chinese'),
  rats: text('网络制式', 'Radio'),
};

/** Columns of the sheet in their order: MCC, MNC, country code, English, Chinese, RATs. The first wrong row refuses the file. */
export async function importNetworks(ctx: Ctx, upload: Upload): Promise<AnswerOf<typeof endpoint>> {
  const countries = await countryCodes(ctx);
  const { importFileBytes } = await limitsOf(ctx.db);
  const seen = new Set<string>();
  const networks = (await readTable(upload, { rows: MOST_ROWS, bytes: importFileBytes })).map(
    ({ rowNumber, cells }) => {
      const [mcc = '', mnc = '', country = '', en = '', zh = '', rats = ''] = cells;
      const given = { mcc, mnc, country: country || null, en, zh, rats: rats.split(/[\s,，、/]+/).filter(Boolean) };
      const parsed = addNetwork.body.safeParse({ ...given, through: [] }, { reportInput: true });
      if (!parsed.success) {
        const found = fieldProblems(parsed.error)[0]!;
        throw refusedRow(rowNumber, found, COLUMNS[found.field.split('.')[0] ?? '']);
      }
      if (country && !countries.has(country)) throw refusedRow(rowNumber, { text: unknownNetworkCountry.text });
      const code = `${mcc}-${mnc}`;
      if (seen.has(code))
        throw refusedRow(rowNumber, { text: text('网络 {code} 重复', 'Duplicate network {code}'), facts: { code } });
      seen.add(code);
      return parsed.data;
    },
  );
  const known = await ctx.db.selectFrom('carriers.mobile_network').select(['mcc', 'mnc']).execute();
  const had = new Set(known.map((row) => `${row.mcc}-${row.mnc}`));
  await ctx.db
    .insertInto('carriers.mobile_network')
    .values(
      networks.map(({ mcc, mnc, country, en, zh, rats }) => ({
        id: ctx.ids.next(),
        mcc,
        mnc,
        country_code: country ?? null,
        zh: zh || null,
        en,
        rats: [...new Set(rats)],
        platform: null,
        through: [],
        remark: null,
        first_seen_at: null,
        price_class: null,
        version: 1,
        updated_at: ctx.clock.now(),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['mcc', 'mnc']).doUpdateSet((row) => ({
        country_code: row.ref('excluded.country_code'),
        zh: row.ref('excluded.zh'),
        en: row.ref('excluded.en'),
        rats: row.ref('excluded.rats'),
        is_registered: sql<boolean>`true`,
        updated_at: row.ref('excluded.updated_at'),
        version: sql<number>`carriers.mobile_network.version + 1`,
      })),
    )
    .execute();
  const changed = networks.filter(({ mcc, mnc }) => had.has(`${mcc}-${mnc}`)).length;
  const figures = { added: networks.length - changed, changed };
  ctx.note({ objectKind: 'mobileNetwork', summary: upload.fileName, after: figures });
  return figures;
}
