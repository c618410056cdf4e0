import { type Text, text } from '@cardinal/primitives/text.ts';
import type { ImportApi } from './useEsimBatch.ts';
import { isOfChips } from './useEsimBatch.ts';

type Words = Readonly<Record<'add' | 'batch' | 'none' | 'noneHint' | 'sheet' | 'account' | 'n' | 'subject', Text>>;

const CHIPS: Words = {
  add: text('导入eSIM卡', 'Import eSIM cards'),
  batch: text('eSIM卡导入批次 {batchNo}', 'Import of eSIM cards {batchNo}'),
  none: text('还没有导入过eSIM卡', 'No eSIM cards were imported yet'),
  noneHint: text(
    '用芯片厂商的清单（.xlsx 或 .xls）导入，先校验，再决定导入哪些行。',
    'Import from the chip maker’s list (.xlsx or .xls): it is checked first, then you decide which rows go in.',
  ),
  sheet: text(
    '只读第一个工作表；EID、架构、产品编码列必填，EID 列请设为文本格式。',
    'First sheet only; EID, architecture and product code are required. Format the EID column as text.',
  ),
  account: text('SM-DP+ / eIM 通道', 'SM-DP+ or eIM account'),
  n: text('{n} 张eSIM卡', '{n} eSIM {n|card|cards}'),
  subject: text('EID', 'EID'),
};
const NUMBERS: Words = {
  add: text('导入码号', 'Import code numbers'),
  batch: text('码号导入批次 {batchNo}', 'Import of code numbers {batchNo}'),
  none: text('还没有导入过码号', 'No code numbers were imported yet'),
  noneHint: text(
    '用供应商的交付表（.xlsx 或 .xls）导入，激活码到达即加密保存。',
    'Import from the supplier’s sheet (.xlsx or .xls); activation codes are encrypted on arrival.',
  ),
  sheet: text(
    '只读第一个工作表；ICCID、IMSI、码号类型、国家列必填。一张表只能是一个运营商的码号。',
    'First sheet only; ICCID, IMSI, profile type and country are required. One sheet holds numbers of one carrier.',
  ),
  account: text('运营商通道', 'Carrier account'),
  n: text('{n} 个码号', '{n} code {n|number|numbers}'),
  subject: text('ICCID', 'ICCID'),
};

export const wordsOf = (api: ImportApi): Words => (isOfChips(api) ? CHIPS : NUMBERS);
