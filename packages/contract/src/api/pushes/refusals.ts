import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('pushes');

export const pushSubscriptionNotFound = refusal.notFound(
  2600,
  'pushSubscriptionNotFound',
  '推送订阅不存在',
  'Push subscription not found',
  404,
);
export const pushDeliveryNotFound = refusal.notFound(
  2601,
  'pushDeliveryNotFound',
  '推送记录不存在',
  'Delivery not found',
  404,
);
export const pushAddressNotAllowed = refusal.invalid(
  2600,
  'pushAddressNotAllowed',
  '地址应为 https，不含参数，且不能指向内网（http 仅限本机）',
  'Address must be https without a query and must not point to a private network (http only on this machine)',
);
export const pushNameTaken = refusal.invalid(2601, 'pushNameTaken', '名称已存在', 'Name already exists');
export const tooManySubscriptions = refusal.conflict(
  2600,
  'tooManySubscriptions',
  '最多 {most} 个推送订阅',
  'At most {most} push subscriptions',
);
export const nothingToReplay = refusal.conflict(
  2601,
  'nothingToReplay',
  '没有可重放的推送：正文已清除，或订阅未启用',
  'Nothing to replay: bodies are no longer kept, or the subscription is not on',
);
export const tooManyReplays = refusal.invalid(
  2602,
  'tooManyReplays',
  '一次最多重放 {most} 条，所选范围有 {found} 条',
  'At most {most} deliveries at once; this range has {found}',
);
export const noOpenPush = refusal.conflict(
  2602,
  'noOpenPush',
  '只能跳过尚未送达的推送',
  'Only deliveries that are still open can be skipped',
);
