import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('statements');

export const differenceNotFound = refusal.notFound(
  2060,
  'differenceNotFound',
  '差异不存在',
  'Difference not found',
  404,
);
export const differenceSolved = refusal.conflict(
  2060,
  'differenceSolved',
  '该差异已处理，请刷新',
  'This difference is solved; reload',
);
export const statementNotOffered = refusal.conflict(
  2061,
  'statementNotOffered',
  '暂不读取该支付渠道的对账单',
  'Statements of this provider are not read',
);
export const statementNotDue = refusal.invalid(
  2060,
  'statementNotDue',
  '该日账单尚未生成，或超出可获取范围',
  'The statement of this day does not exist yet or can no longer be fetched',
);
