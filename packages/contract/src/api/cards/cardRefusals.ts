import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('cards');

/** The same message for a card that does not exist and for somebody else's. */
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
export const duplicateTag = refusal.conflict(810, 'duplicateTag', '标签重复', 'Duplicate labels');
export const tagInUse = refusal.conflict(
  849,
  'tagInUse',
  '标签正在使用，请先从以下位置移除：{where}',
  'Tag in use; remove it first from: {where}',
);
export const tagNotFound = refusal.notFound(810, 'tagNotFound', '标签不存在', 'Tag not found');
export const tooManyTags = refusal.conflict(
  815,
  'tooManyTags',
  '每张卡最多 {most} 个标签',
  'At most {most} {most|tag|tags} per card',
);
export const nothingRefused = refusal.conflict(
  818,
  'nothingRefused',
  '所选记录中没有被拒绝的操作',
  'None of the selected operations was refused',
);
export const refusedOfManyTasks = refusal.conflict(
  819,
  'refusedOfManyTasks',
  '被拒绝的操作来自超过 {most} 个任务，请缩小范围',
  'The refused operations belong to more than {most} tasks; select fewer',
);
export const refusedNotRepeated = refusal.conflict(
  820,
  'refusedNotRepeated',
  '只能重跑账号发起的任务中被拒绝的操作，撤销和系统任务除外',
  'Only refused operations of tasks started by an account can be re-run; undo and system tasks cannot',
);
export const cardCarrierUnavailable = refusal.unavailable(
  801,
  'cardCarrierUnavailable',
  '运营商暂时无法查询：{why}',
  'The carrier cannot be queried now: {why}',
);
export const lineUnanswered = refusal.unavailable(
  803,
  'lineUnanswered',
  '运营商没有给出结果：{why}',
  'No result from the carrier: {why}',
);
export const realNameUnclear = refusal.unavailable(
  802,
  'realNameUnclear',
  '运营商没有明确答复：{why}，可稍后重试',
  'No clear response from the carrier: {why}; try again later',
);
