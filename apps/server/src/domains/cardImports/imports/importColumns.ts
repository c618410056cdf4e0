import { text } from '@cardinal/primitives/text.ts';
import type { Places, SheetColumns } from '../../sheetImports/face.ts';

/** The columns a card sheet may have; only the ICCID is required. */
export const IMPORT_COLUMNS = {
  iccid: { title: text('ICCID', 'ICCID'), also: ['卡号', 'iccid号', 'sim', 'simid'], isRequired: true, isNumber: true },
  businessNumber: {
    title: text('业务号码', 'Business number'),
    also: ['msisdn', '手机号', '手机号码', '号码', '接入号', '物联网号码', 'number'],
    isNumber: true,
  },
  mappingNumber: { title: text('映射号', 'Mapping number'), also: ['虚拟号', '映射号码'], isNumber: true },
  imsi: { title: text('IMSI', 'IMSI'), also: ['imsi号'], isNumber: true },
  imei: { title: text('IMEI', 'IMEI'), also: ['imei号'], isNumber: true },
  eid: { title: text('EID', 'EID'), also: [], isNumber: true },
  size: { title: text('规格', 'Size'), also: ['卡片规格', 'cardsize', '卡规格'] },
  remark: { title: text('备注', 'Remark'), also: ['remarks', '说明'] },
} as const satisfies SheetColumns;

export type ImportColumn = keyof typeof IMPORT_COLUMNS;
/** The index of each known column. */
export type ColumnPlaces = Places<ImportColumn>;
