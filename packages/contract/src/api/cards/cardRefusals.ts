import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('cards');
const cardBatches = refusalsOf('cardBatches');
const cardImports = refusalsOf('cardImports');
const cardLookups = refusalsOf('cardLookups');

/** The same words for a card that does not exist and for one that is somebody else's. */
export const cardNotFound = refusal.notFound(801, 'cardNotFound', '卡不存在', 'Card not found');
export const selectCardFirst = refusal.invalid(801, 'selectCardFirst', '请先选择卡片', 'Select a card first');
export const transitionNotAllowed = refusal.conflict(
  801,
  'transitionNotAllowed',
  '卡状态为{from}，不能执行{action}（目标 {to}）',
  'Card is {from}; {action} to {to} is not allowed',
);
export const commandOpen = refusal.conflict(
  802,
  'commandOpen',
  '该卡有未完成的{action}指令',
  'The card has an unfinished {action} command',
);
export const refreshNotAllowed = refusal.conflict(
  803,
  'refreshNotAllowed',
  '已销户、已过期或失效的卡不允许刷新',
  'Cancelled, closed, expired or invalid cards cannot be refreshed',
);
export const refreshedJustNow = refusal.conflict(
  804,
  'refreshedJustNow',
  '该卡 1 分钟内已刷新过',
  'The card was refreshed less than a minute ago',
);
export const previewExpired = cardBatches.conflict(
  805,
  'previewExpired',
  '预检结果已过期，请重新选择',
  'The preview has expired; select again',
);
export const previewUsed = cardBatches.conflict(
  806,
  'previewUsed',
  '该预检已执行',
  'This preview has already been started',
);
export const nothingToDo = cardBatches.conflict(
  807,
  'nothingToDo',
  '所选卡片中没有可执行该操作的卡',
  'None of the selected cards can take this action',
);
export const duplicateTag = refusal.conflict(810, 'duplicateTag', '标签重复', 'Duplicate labels');
export const tagInUse = refusal.conflict(
  849,
  'tagInUse',
  '标签正在使用，请先从以下位置移除：{where}',
  'The tag is in use; take it out first of: {where}',
);
export const tagNotFound = refusal.notFound(810, 'tagNotFound', '标签不存在', 'Tag not found');
export const importNotFound = cardImports.notFound(811, 'importNotFound', '导入批次不存在', 'Import batch not found');
export const importNotWaiting = cardImports.conflict(
  811,
  'importNotWaiting',
  '该批次当前不能执行此操作',
  'The batch cannot take this step now',
);
export const importHasWrongRows = cardImports.conflict(
  813,
  'importHasWrongRows',
  '有 {count} 行不能导入，不能整批导入',
  '{count} {count|row|rows} cannot be imported, so the whole sheet cannot go in',
);
export const importOvertaken = cardImports.conflict(
  814,
  'importOvertaken',
  '第 {row} 行的号码在导入期间被占用，整批未导入',
  'The number in row {row} was taken meanwhile; nothing was imported',
);
export const tooManyTags = refusal.conflict(
  815,
  'tooManyTags',
  '每张卡最多 {most} 个标签',
  'At most {most} {most|tag|tags} a card',
);
export const nothingRefused = refusal.conflict(
  818,
  'nothingRefused',
  '所选记录中没有被拒绝的操作',
  'None of the chosen operations was refused',
);
export const refusedOfManyTasks = refusal.conflict(
  819,
  'refusedOfManyTasks',
  '被拒绝的操作来自超过 {most} 个任务，请缩小范围',
  'The refused operations belong to more than {most} tasks; choose fewer',
);
export const refusedNotRepeated = refusal.conflict(
  820,
  'refusedNotRepeated',
  '只能重跑账号发起的任务中被拒绝的操作，撤销和系统任务除外',
  'Only what a person’s task asked can be re-run, neither an undo nor what the system asked',
);
export const cardCarrierUnavailable = refusal.unavailable(
  801,
  'cardCarrierUnavailable',
  '运营商暂时无法查询：{why}',
  'The carrier cannot be asked now: {why}',
);
export const cardSetNotFound = cardBatches.notFound(812, 'cardSetNotFound', '号码集不存在', 'Card set not found');
export const duplicateCardSet = cardBatches.conflict(
  816,
  'duplicateCardSet',
  '已有同名的号码集',
  'You have a card set of this name already',
);
export const tooManyCardSets = cardBatches.conflict(
  817,
  'tooManyCardSets',
  '最多保存 {most} 个号码集，请先删除不用的',
  'At most {most} card sets; delete some first',
);
export const tooManyToLookUp = cardLookups.invalid(
  822,
  'tooManyToLookUp',
  '一次最多查询 {max} 张卡',
  'At most {max} cards in one look-up',
);
