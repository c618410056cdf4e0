import { EsimArchitecture } from '@cardinal/contract/enumerations/esim.ts';
import { eidRule, hasRightEidCheckDigits, normalEid } from '@cardinal/primitives/eid.ts';
import { iccidOfFile, iccidRule } from '@cardinal/primitives/iccid.ts';
import { imeiRule } from '@cardinal/primitives/imei.ts';
import { cutRemark, remarkRule } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { SheetRow } from '../../../sheets/sheetRow.ts';
import { cellsOf, type Places, SHARED_FAULTS, type SheetColumns } from '../../sheetImports/face.ts';
import type { ReadRow } from './readRow.ts';

export const CHIP_COLUMNS = {
  eid: {
    title: text('EID', 'EID'),
    also: ['eid号', '芯片号'],
    isRequired: true,
    isNumber: true,
    example: '89049032123451234512345678901235',
  },
  architecture: { title: text('架构', 'Architecture'), also: ['类型', 'arch'], isRequired: true, example: 'consumer' },
  productCode: {
    title: text('产品编码', 'Product code'),
    also: ['产品', 'product'],
    isRequired: true,
    example: 'ESIM-1GB',
  },
  manufacturer: {
    title: text('厂商', 'Manufacturer'),
    also: ['芯片厂商', 'vendor', 'maker'],
    example: text('芯片厂商名称', 'Chip maker'),
  },
  imei: { title: text('IMEI', 'IMEI'), also: ['设备imei'], isNumber: true, example: '867400012345678' },
  bootstrapIccid: {
    title: text('引导 ICCID', 'Bootstrap ICCID'),
    also: ['种子iccid', 'bootstrap'],
    isNumber: true,
    example: '89860123456789012344',
  },
  remark: {
    title: text('备注', 'Remark'),
    also: ['remarks', '说明'],
    example: text('首批样品', 'First samples'),
  },
} as const satisfies SheetColumns;
export type ChipColumn = keyof typeof CHIP_COLUMNS;

export const CHIP_FAULTS = {
  ...SHARED_FAULTS,
  eidForm: text('EID 应为 14 到 64 位字母、数字', 'EID must be 14 to 64 letters or digits'),
  architectureUnknown: text(
    '架构应为 consumer（SGP.22）、iot（SGP.32）或 m2m（SGP.02）',
    'Architecture must be consumer (SGP.22), iot (SGP.32) or m2m (SGP.02)',
  ),
  productUnknown: text(
    '产品 {fact} 不存在、未分配或不是 eSIM 产品',
    'Product {fact} not found, not distributed, or not an eSIM product',
  ),
  manufacturerForm: text('厂商最多 60 个字符', 'Manufacturer must be at most 60 characters'),
  imeiForm: text('IMEI 应为 14 到 17 位数字', 'IMEI must be 14 to 17 digits'),
  bootstrapForm: text('引导 ICCID 应为 19 到 20 位字母、数字', 'Bootstrap ICCID must be 19 to 20 letters or digits'),
  remarkForm: text(
    '备注至少 2 个字符，不能包含 ~ ` ! @ # % $ & ^',
    'Remark must have at least 2 characters and none of ~ ` ! @ # % $ & ^',
  ),
  repeated: text('与第 {fact} 行的 EID 重复', 'Duplicates the EID in row {fact}'),
  exists: text('EID 已存在', 'EID already exists'),
} as const;

export const CHIP_WARNINGS = {
  eidCheckDigits: text(
    'EID 的校验位不正确（32 位数字除以 97 的余数应为 1）',
    'Wrong EID check digits (the 32 digits modulo 97 must be 1)',
  ),
} as const;

/** Other notations of an architecture in makers' lists: the number of its specification. */
const PAPERS: readonly (readonly [RegExp, EsimArchitecture])[] = [
  [/SGP\.?\s*(?:21|22)\b/i, 'consumer'],
  [/SGP\.?\s*(?:31|32)\b/i, 'iot'],
  [/SGP\.?\s*(?:01|02)\b/i, 'm2m'],
  [/^(?:consumer|消费级?|消费电子)$/i, 'consumer'],
  [/^(?:iot|物联网)$/i, 'iot'],
  [/^m2m$/i, 'm2m'],
];
const architectureOf = (typed: string): EsimArchitecture | undefined =>
  EsimArchitecture.parse(typed) ?? PAPERS.find(([pattern]) => pattern.test(typed))?.[1];

const remarkProblem = remarkRule();
const unless =
  (isWrong: (value: string) => unknown, normal: (typed: string) => string = (typed) => typed) =>
  (typed: string): string | undefined => {
    const value = normal(typed);
    return isWrong(value) ? undefined : value;
  };

/** Reads one row of a maker's list as a chip and reports all its errors. */
export function readChipRow(row: SheetRow, places: Places<ChipColumn>): ReadRow {
  const { cell, value, faults } = cellsOf<ChipColumn>(CHIP_COLUMNS, row, places);
  const eid = value('eid', 'eidForm', unless(eidRule, normalEid));
  const fields = {
    architecture: value('architecture', 'architectureUnknown', architectureOf),
    productCode: value('productCode', 'productUnknown', (typed) => typed),
    manufacturer: value('manufacturer', 'manufacturerForm', (typed) => (typed.length > 60 ? undefined : typed)),
    imei: value('imei', 'imeiForm', unless(imeiRule)),
    bootstrapIccid: value('bootstrapIccid', 'bootstrapForm', unless(iccidRule, iccidOfFile)),
    remark: value(
      'remark',
      'remarkForm',
      unless(remarkProblem, (typed) => cutRemark(typed).trimEnd()),
    ),
  };
  const isDoubtful = eid !== null && hasRightEidCheckDigits(eid) === false;
  return { subject: eid ?? cell('eid'), fields, faults, warnings: isDoubtful ? ['eidCheckDigits'] : [] };
}
