import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('cardBatches');

export const previewUsed = refusal.conflict(806, 'previewUsed', '该预检已执行', 'This preview was already executed');
export const nothingToDo = refusal.conflict(
  807,
  'nothingToDo',
  '所选卡片中没有可执行该操作的卡',
  'None of the selected cards can run this action',
);
export const cardSetNotFound = refusal.notFound(812, 'cardSetNotFound', '号码集不存在', 'Card set not found');
export const duplicateCardSet = refusal.conflict(
  816,
  'duplicateCardSet',
  '已有同名的号码集',
  'A card set with this name already exists',
);
export const previewExpired = refusal.conflict(
  805,
  'previewExpired',
  '预检结果已过期，请重新选择',
  'Preview expired; select again',
);
export const tooManyCardSets = refusal.conflict(
  817,
  'tooManyCardSets',
  '最多保存 {most} 个号码集，请先删除不用的',
  'At most {most} card sets; delete unused ones first',
);
export const priceChanged = refusal.conflict(
  850,
  'priceChanged',
  '价格已更新，请重新下单',
  'Prices have changed; order again',
);
