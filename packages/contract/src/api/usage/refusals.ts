import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('usage');

export const stepNotFound = refusal.notFound(2420, 'unclearStepNotFound', '没有这笔不明用量', 'No such unclear usage');
export const stepSettled = refusal.conflict(
  2420,
  'unclearStepSettled',
  '该笔用量已裁定',
  'This usage has been settled already',
);
export const stepOfPlatform = refusal.forbidden(
  2420,
  'unclearStepOfPlatform',
  '不明用量由平台裁定',
  'Unclear usage is settled by the platform',
);
