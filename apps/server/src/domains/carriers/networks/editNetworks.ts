import {
  type addNetwork as addEndpoint,
  addNetwork as declared,
  duplicateNetwork,
  type editNetwork as editEndpoint,
  type importNetworks as importEndpoint,
  networkNotFound,
  steeredNetwork,
  unknownNetworkCountry,
  unknownRoamingAccount,
} from '@cardinal/contract/api/carriers/networks.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { fieldProblems } from '@cardinal/contract/framework/issues.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { type Selectable, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Upload } from '../../../framework/domain.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { hiddenPlatforms } from '../../../framework/hiding.ts';
import { readTable, refusedRow } from '../../../sheets/readTable.ts';
import { limitsOf } from '../../settings/face.ts';
import { roamingAccounts, shownRoamingAccounts } from './networkList.ts';
import type { NetworkTable } from './networkTables.ts';

type Fields = Omit<BodyOf<typeof addEndpoint>, 'mcc' | 'mnc'>;

async function columnsOf(ctx: Ctx, { country, zh, en, rats, through, remark, priceClass, preference }: Fields) {
  if (country && !(await countryCodes(ctx)).has(country)) throw refusedAt('country', unknownNetworkCountry);
  const accounts = new Set((await roamingAccounts(ctx)).map(({ id }) => id));
  if (!through.every((id) => accounts.has(id))) throw refusedAt('through', unknownRoamingAccount);
  return {
    country_code: country ?? null,
    zh: zh || null,
    en,
    rats: [...new Set(rats)],
    through: [...new Set(through)],
    remark: remark || null,
    price_class: priceClass ?? null,
    ...(preference ? { preference } : {}),
    is_registered: true,
    updated_at: ctx.clock.now(),
  };
}

async function countryCodes(ctx: Ctx): Promise<ReadonlySet<string>> {
  const rows = await ctx.db.selectFrom('settings.v_country').select('code').execute();
  return new Set(rows.map(({ code }) => code));
}

export async function addNetwork(ctx: Ctx, { mcc, mnc, ...body }: BodyOf<typeof addEndpoint>) {
  const id = ctx.ids.next();
  const row = { ...(await columnsOf(ctx, body)), id, mcc, mnc, platform: null, first_seen_at: null, version: 1 };
  const taken = refusedAt('mnc', duplicateNetwork, { code: `${mcc}-${mnc}` });
  const write = ctx.db.insertInto('carriers.mobile_network').values(row).execute();
  await refuseDuplicate('mobile_network_mcc_mnc_key', taken, write);
  ctx.note({ objectKind: 'mobileNetwork', objectId: id, summary: `${mcc}-${mnc} ${body.en}`, after: body });
  return { id };
}

export async function editNetwork(ctx: Ctx, { networkId, version, ...body }: BodyOf<typeof editEndpoint>) {
  const before = await ctx.db
    .selectFrom('carriers.mobile_network')
    .selectAll()
    .where('id', '=', networkId)
    .forUpdate()
    .executeTakeFirst();
  if (!before || (await hiddenPlatforms(ctx)).has(Number(before.platform))) throw new Refused(networkNotFound);
  if (before.version !== version) throw new Refused(changedByAnother);
  // What the carrier was asked for is taken back by asking, not by writing over it.
  if (before.preference === 'steered' && body.preference) throw refusedAt('preference', steeredNetwork);
  const shown = new Set((await shownRoamingAccounts(ctx)).map(({ id }) => id));
  const after = await columnsOf(ctx, body);
  // Who edits it chose among the accounts he is shown; the others stay.
  after.through.push(...before.through.map(String).filter((id) => !shown.has(id) && !after.through.includes(id)));
  await ctx.db
    .updateTable('carriers.mobile_network')
    .set({ ...after, version: version + 1 })
    .where('id', '=', networkId)
    .execute();
  const note = { objectKind: 'mobileNetwork', objectId: networkId, summary: `${before.mcc}-${before.mnc} ${body.en}` };
  ctx.note({ ...note, before: shownOf(before), after });
  return DONE;
}

const shownOf = ({ zh, en, rats, through, price_class, preference }: Selectable<NetworkTable>) => ({
  zh,
  en,
  rats,
  through,
  price_class,
  preference,
});

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
export async function importNetworks(ctx: Ctx, upload: Upload): Promise<AnswerOf<typeof importEndpoint>> {
  const countries = await countryCodes(ctx);
  const { importFileBytes } = await limitsOf(ctx.db);
  const seen = new Set<string>();
  const networks = (await readTable(upload, { rows: MOST_ROWS, bytes: importFileBytes })).map(
    ({ rowNumber, cells }) => {
      const [mcc = '', mnc = '', country = '', en = '', zh = '', rats = ''] = cells;
      const given = { mcc, mnc, country: country || null, en, zh, rats: rats.split(/[\s,，、/]+/).filter(Boolean) };
      const parsed = declared.body.safeParse({ ...given, through: [] }, { reportInput: true });
      if (!parsed.success) {
        const found = fieldProblems(parsed.error)[0]!;
        throw refusedRow(rowNumber, found, COLUMNS[found.field.split('.')[0] ?? '']);
      }
      if (country && !countries.has(country)) throw refusedRow(rowNumber, { text: unknownNetworkCountry.text });
      const code = `${mcc}-${mnc}`;
      if (seen.has(code))
        throw refusedRow(rowNumber, { text: text('网络 {code} 重复', '{code} stands twice'), facts: { code } });
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
