import { CardSize, Platform } from '@cardinal/contract/enumerations/card.ts';
import { eidRule, normalEid } from '@cardinal/primitives/eid.ts';
import {
  hasRightCheckDigit,
  iccidOfFile,
  iccidRule,
  internationalIccidRule,
  platformOfIccid,
} from '@cardinal/primitives/iccid.ts';
import { imeiRule } from '@cardinal/primitives/imei.ts';
import { cutRemark, remarkRule } from '@cardinal/primitives/remark.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { SheetRow } from '../../../sheets/sheetRow.ts';
import { EXAMPLE_LEFT, FLAW_FAULTS, type StoredWords, splitStored } from '../../sheetImports/face.ts';
import { type ColumnPlaces, IMPORT_COLUMNS, type ImportColumn } from './importColumns.ts';

/**
 * Why a row is not imported; `{fact}` is the text after the code's colon. The owner of a number that is taken is never named.
 */
export const IMPORT_FAULTS = {
  iccidMissing: text('缺少 ICCID', 'No ICCID'),
  iccidForm: text('ICCID 格式不正确，应为 19 到 20 位字母或数字', 'Invalid ICCID: must be 19 to 20 letters or digits'),
  damagedNumber: text(
    '{fact} 被 Excel 存成了数字，15 位以后的数字已经丢失，请把该列设为文本格式后重新填写',
    'Excel stored {fact} as a number and lost the digits after the 15th. Format the column as text and enter it again.',
  ),
  brokenCell: text('{fact} 的单元格没有可用的值', 'The cell of {fact} has no usable value'),
  exampleLeft: EXAMPLE_LEFT,
  otherCarrier: text(
    'ICCID 号段属于{fact}，与所选通道不一致',
    'The ICCID belongs to {fact} and does not match the selected account',
  ),
  unknownPrefix: text(
    '898608 号段无法判断运营商，请确认后再导入',
    'The carrier of prefix 898608 is unknown; confirm before importing',
  ),
  businessNumberForm: text('业务号码应为 4 到 32 位字母、数字', 'Business number must be 4 to 32 letters or digits'),
  mappingNumberForm: text('映射号应为 4 到 20 位字母、数字', 'Mapping number must be 4 to 20 letters or digits'),
  imsiForm: text('IMSI 应为 14 或 15 位数字', 'IMSI must be 14 or 15 digits'),
  imeiForm: text('IMEI 应为 14 到 17 位数字', 'IMEI must be 14 to 17 digits'),
  eidForm: text('EID 应为 14 到 64 位字母、数字', 'EID must be 14 to 64 letters or digits'),
  sizeUnknown: text('卡片规格应为 1 到 10 或其名称', 'Card size must be 1 to 10 or its name'),
  remarkForm: text(
    '备注至少 2 个字符，不能包含 ~ ` ! @ # % $ & ^',
    'Remark must have at least 2 characters and none of ~ ` ! @ # % $ & ^',
  ),
  repeated: text('与第 {fact} 行的 ICCID 重复', 'Duplicates the ICCID in row {fact}'),
  businessNumberRepeated: text('与第 {fact} 行的业务号码重复', 'Duplicates the business number in row {fact}'),
  imsiRepeated: text('与第 {fact} 行的 IMSI 重复', 'Duplicates the IMSI in row {fact}'),
  eidRepeated: text('与第 {fact} 行的 EID 重复', 'Duplicates the EID in row {fact}'),
  iccidExists: text('ICCID 已存在', 'ICCID already exists'),
  businessNumberExists: text('业务号码已存在', 'Business number already exists'),
  imsiExists: text('IMSI 已存在', 'IMSI already exists'),
  eidExists: text('EID 已存在', 'EID already exists'),
} as const satisfies Record<string, Text>;
export type ImportFault = keyof typeof IMPORT_FAULTS;

/** A row whose ICCID is an existing card is counted apart from wrong rows. */
export const ALREADY: ImportFault = 'iccidExists';

/** A fault as stored: its code, and what it is about. */
export const faultOf = (code: ImportFault, fact?: string | number): string =>
  fact === undefined ? code : `${code}:${fact}`;

/** A reason as a heading over several rows, without a row number. */
const REPEATED = {
  repeated: text('文件内 ICCID 重复', 'Duplicate ICCID in the file'),
  businessNumberRepeated: text('文件内业务号码重复', 'Duplicate business number in the file'),
  imsiRepeated: text('文件内 IMSI 重复', 'Duplicate IMSI in the file'),
  eidRepeated: text('文件内 EID 重复', 'Duplicate EID in the file'),
} as const;

export function readFault(stored: string): StoredWords {
  const [code, fact] = splitStored(stored) as [ImportFault, string];
  const words = fact === '…' ? REPEATED[code as keyof typeof REPEATED] : IMPORT_FAULTS[code];
  return { words, facts: { fact: factWords(code, fact) } };
}

const NAMES_COLUMN: ReadonlySet<ImportFault> = new Set(Object.values(FLAW_FAULTS));

function factWords(code: ImportFault, fact: string): Text | string {
  if (code === 'otherCarrier') return Platform.labelOf(Number(fact));
  if (NAMES_COLUMN.has(code)) return IMPORT_COLUMNS[fact as ImportColumn].title;
  return fact;
}

/** What all cards of a batch have in common. */
export type ImportTerms = {
  readonly platform: Platform;
  readonly isPrefixConfirmed: boolean;
};

export type ImportedRow = {
  readonly iccid: string;
  readonly businessNumber: string | null;
  readonly mappingNumber: string | null;
  readonly imsi: string | null;
  readonly imei: string | null;
  readonly eid: string | null;
  readonly size: number | null;
  readonly remark: string | null;
  readonly faults: readonly string[];
};

const remarkProblem = remarkRule();

/** The carriers with prefixes of their own; the others resell any numbers. */
const OWN_PREFIXES: ReadonlySet<Platform> = new Set([Platform.values.Lt, Platform.values.Yd, Platform.values.Dx]);

/** Twenty digits with five trailing zeros and a wrong check digit: an ICCID that Excel has rounded to 15 digits. */
const looksRounded = (iccid: string): boolean => /^\d{15}0{5}$/.test(iccid) && hasRightCheckDigit(iccid) === false;

function iccidFaults(iccid: string, terms: ImportTerms): string[] {
  if (iccid === '') return [faultOf('iccidMissing')];
  const rule = terms.platform === Platform.values.Gj ? internationalIccidRule : iccidRule;
  if (rule(iccid)) return [faultOf('iccidForm')];
  if (looksRounded(iccid)) return [faultOf('damagedNumber', 'iccid')];
  const owner = platformOfIccid(iccid);
  if (owner === Platform.values.unknown) return terms.isPrefixConfirmed ? [] : [faultOf('unknownPrefix')];
  const isForeign = owner !== undefined && owner !== terms.platform && OWN_PREFIXES.has(terms.platform);
  return isForeign ? [faultOf('otherCarrier', owner)] : [];
}

/** Reads one row as a card and reports all its errors, independent of the other rows. */
export function readRow(row: SheetRow, places: ColumnPlaces, terms: ImportTerms): ImportedRow {
  const faults: string[] = [];
  const cell = (column: ImportColumn): string => {
    const place = places[column];
    return place === undefined ? '' : (row.cells[place] ?? '');
  };
  const broken = new Set<ImportColumn>();
  for (const flaw of row.flaws) {
    const column = (Object.keys(places) as ImportColumn[]).find((name) => places[name] === flaw.column);
    if (!column || (flaw.kind === 'damagedNumber' && !('isNumber' in IMPORT_COLUMNS[column]))) continue;
    broken.add(column);
    faults.push(faultOf(FLAW_FAULTS[flaw.kind], column));
  }
  const value = (column: ImportColumn, isRight: (value: string) => boolean, fault: ImportFault): string | null => {
    const found = cell(column);
    if (found === '') return null;
    if (!broken.has(column) && !isRight(found)) faults.push(faultOf(fault));
    return found;
  };
  const iccid = iccidOfFile(cell('iccid'));
  if (!broken.has('iccid')) faults.unshift(...iccidFaults(iccid, terms));
  const size = cell('size') === '' ? undefined : CardSize.parse(cell('size'));
  if (cell('size') !== '' && size === undefined && !broken.has('size')) faults.push(faultOf('sizeUnknown'));
  const eid = value('eid', (found) => eidRule(found) === undefined, 'eidForm');
  const remark = value('remark', (found) => remarkProblem(cutRemark(found).trimEnd()) === undefined, 'remarkForm');
  return {
    iccid,
    businessNumber: value('businessNumber', (found) => /^[0-9A-Za-z+-]{4,32}$/.test(found), 'businessNumberForm'),
    mappingNumber: value('mappingNumber', (found) => /^[0-9A-Za-z]{4,20}$/.test(found), 'mappingNumberForm'),
    imsi: value('imsi', (found) => /^\d{14,15}$/.test(found), 'imsiForm'),
    imei: value('imei', (found) => imeiRule(found) === undefined, 'imeiForm'),
    eid: eid === null ? null : normalEid(eid),
    size: size ?? null,
    remark: remark === null ? null : cutRemark(remark).trimEnd(),
    faults,
  };
}
