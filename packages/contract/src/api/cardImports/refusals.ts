import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('cardImports');

export const importNotFound = refusal.notFound(811, 'importNotFound', '导入批次不存在', 'Import batch not found');
export const importNotWaiting = refusal.conflict(
  811,
  'importNotWaiting',
  '该批次当前不能执行此操作',
  'The batch cannot run this step now',
);
export const importHasWrongRows = refusal.conflict(
  813,
  'importHasWrongRows',
  '有 {count} 行不能导入，不能整批导入',
  '{count} {count|row|rows} cannot be imported, so the whole sheet cannot go in',
);
export const importOvertaken = refusal.conflict(
  814,
  'importOvertaken',
  '第 {row} 行的号码在导入期间被占用，整批未导入',
  'The number in row {row} was taken during the import; nothing was imported',
);
