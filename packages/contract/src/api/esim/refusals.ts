import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('esim');

/** The same message for a chip that does not exist and for somebody else's. */
export const chipNotFound = refusal.notFound(1401, 'chipNotFound', 'eSIM卡不存在', 'eSIM card not found');
export const numberNotFound = refusal.notFound(1402, 'numberNotFound', '码号不存在', 'Code number not found');
export const numberNotFree = refusal.conflict(
  1401,
  'numberNotFree',
  '码号 {iccid} 不在库存中（{state}）',
  'Code number {iccid} is not in stock ({state})',
);
export const numberRuns = refusal.conflict(
  1402,
  'numberRuns',
  '码号 {iccid} 正在芯片上使用，不能置为失效',
  'Code number {iccid} is in use on a chip and cannot be set invalid',
);
export const numberOnChip = refusal.conflict(
  1403,
  'numberOnChip',
  '码号 {iccid} 已在芯片 {eid} 上，请随芯片一起划拨',
  'Code number {iccid} is on chip {eid}; allocate it with the chip',
);
export const noActivationCode = refusal.notFound(
  1403,
  'noActivationCode',
  '该码号还没有激活码',
  'The code number has no activation code yet',
);
export const chipInUse = refusal.conflict(
  1404,
  'chipInUse',
  'eSIM卡 {eid} 有未完成的操作，完成后再划拨',
  'eSIM card {eid} has an operation in progress; allocate it afterwards',
);
export const notDirectChild = refusal.conflict(
  1405,
  'notDirectChild',
  '只能划拨给直属下级客户',
  'Only to a direct child customer',
);
export const alreadyTheirs = refusal.conflict(
  1410,
  'alreadyTheirs',
  '所选内容都已在该客户名下',
  'All selected items already belong to this customer',
);
export const nothingToRecover = refusal.conflict(
  1406,
  'nothingToRecover',
  '所选内容都在自己名下，无需回收',
  'All selected items are already yours; nothing to take back',
);
export const esimImportNotFound = refusal.notFound(
  1404,
  'esimImportNotFound',
  '导入批次不存在',
  'Import batch not found',
);
export const esimImportNotWaiting = refusal.conflict(
  1407,
  'esimImportNotWaiting',
  '该批次当前不能执行此操作',
  'The batch cannot run this step now',
);
