import { CardSize } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Places, SheetColumns } from '../../sheetImports/face.ts';

/** The columns a card sheet may have; only the ICCID is required. */
export const IMPORT_COLUMNS = {
  iccid: {
    title: text('ICCID', 'ICCID'),
    also: ['卡号', 'iccid号', 'sim', 'simid'],
    isRequired: true,
    isNumber: true,
    example: '89860123456789012344',
  },
  businessNumber: {
    title: text('业务号码', 'Business number'),
    also: ['msisdn', '手机号', '手机号码', '号码', '接入号', '物联网号码', 'number'],
    isNumber: true,
    example: '14765004176',
  },
  mappingNumber: {
    title: text('映射号', 'Mapping number'),
    also: ['虚拟号', '映射号码'],
    isNumber: true,
    example: '17200001234',
  },
  imsi: { title: text('IMSI', 'IMSI'), also: ['imsi号'], isNumber: true, example: '460012345678901' },
  imei: { title: text('IMEI', 'IMEI'), also: ['imei号'], isNumber: true, example: '867400012345678' },
  eid: { title: text('EID', 'EID'), also: [], isNumber: true, example: '89049032123451234512345678901235' },
  size: {
    title: text('规格', 'Size'),
    also: ['卡片规格', 'cardsize', '卡规格'],
    example: CardSize.labelOf(CardSize.values.plasticPlug4ff),
  },
  remark: {
    title: text('备注', 'Remark'),
    also: ['remarks', '说明'],
    example: text('三号楼水表', 'Water meter, building 3'),
  },
} as const satisfies SheetColumns;

export type ImportColumn = keyof typeof IMPORT_COLUMNS;
/** The index of each known column. */
export type ColumnPlaces = Places<ImportColumn>;
