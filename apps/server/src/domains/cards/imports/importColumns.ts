import { type Text, text } from '@cardinal/primitives/text.ts';

/** What a sheet of cards may say of a card; only the ICCID is asked for. */
export const IMPORT_COLUMNS = {
  iccid: { title: text('ICCID', 'ICCID'), also: ['卡号', 'iccid号', 'sim', 'simid'] },
  businessNumber: {
    title: text('业务号码', 'Business number'),
    also: ['msisdn', '手机号', '手机号码', '号码', '接入号', '物联网号码', 'number'],
  },
  mappingNumber: { title: text('映射号', 'Mapping number'), also: ['虚拟号', '映射号码'] },
  imsi: { title: text('IMSI', 'IMSI'), also: ['imsi号'] },
  imei: { title: text('IMEI', 'IMEI'), also: ['imei号'] },
  eid: { title: text('EID', 'EID'), also: [] },
  size: { title: text('规格', 'Size'), also: ['卡片规格', 'cardsize', '卡规格'] },
  remark: { title: text('备注', 'Remark'), also: ['remarks', '说明'] },
} as const satisfies Record<string, { title: Text; also: readonly string[] }>;

export type ImportColumn = keyof typeof IMPORT_COLUMNS;
export const IMPORT_COLUMN_NAMES = Object.keys(IMPORT_COLUMNS) as ImportColumn[];

/** Where each known column stands, by its index. */
export type ColumnPlaces = Readonly<Partial<Record<ImportColumn, number>>>;

/** As people vary them: a star for «required», brackets with a hint, blanks, capitals. */
const bare = (title: string): string =>
  title
    .replace(/[（(【[].*$/, '')
    .replace(/[\s*＊:：_-]/g, '')
    .toLowerCase();

const NAMES: ReadonlyMap<string, ImportColumn> = new Map(
  IMPORT_COLUMN_NAMES.flatMap((column) => {
    const { title, also } = IMPORT_COLUMNS[column];
    return [title.zh, title.en, column, ...also].map((name) => [bare(name), column] as const);
  }),
);

export type FoundColumns =
  | { readonly places: ColumnPlaces }
  | { readonly missing: 'iccid' }
  | { readonly twice: ImportColumn };

/** Finds the columns by their titles, in either language; titles that are not known are left alone. */
export function findColumns(titles: readonly string[]): FoundColumns {
  const places: Partial<Record<ImportColumn, number>> = {};
  for (const [index, title] of titles.entries()) {
    const column = NAMES.get(bare(title));
    if (!column) continue;
    if (places[column] !== undefined) return { twice: column };
    places[column] = index;
  }
  return places.iccid === undefined ? { missing: 'iccid' } : { places };
}
