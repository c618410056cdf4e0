import { refusal } from './refusal.ts';

/** Refusals of any endpoint; an endpoint's own list names only its own. */
export const notSignedIn = refusal('5005003', 'notSignedIn', '未登录或登录已失效', 'Not signed in or session ended');
export const sessionEnded = refusal(
  '5005004',
  'sessionEnded',
  '登录已过期或账号在别处登录',
  'Session expired or account signed in elsewhere',
);
export const malformed = refusal('4000400', 'malformed', '请求格式错误', 'Malformed request', 400);
export const invalid = refusal(
  '4000422',
  'invalid',
  '提交的内容有误，请检查',
  'Some fields are invalid; check them',
  422,
);
/** For monitoring, not for the console: an HTTP status of its own, as Prometheus expects. */
export const metricsClosed = refusal(
  '4010001',
  'metricsClosed',
  '监控指标需要 METRICS_TOKEN 凭证',
  'Metrics need the bearer token METRICS_TOKEN',
  401,
);
export const noPermission = refusal('4030001', 'noPermission', '无操作权限', 'No permission to operate', 403);
export const noRole = refusal(
  '4030002',
  'noRole',
  '未分配角色，请联系管理员配置',
  'No role assigned, ask an administrator',
  403,
);
export const passwordChangeDue = refusal(
  '4030003',
  'passwordChangeDue',
  '请先修改密码',
  'Change your password first',
  403,
);
export const onlyLooking = refusal(
  '4030004',
  'onlyLooking',
  '代看为只读，不能执行此操作',
  'View as is read-only; this action is not allowed',
  403,
);
export const notFound = refusal('4040001', 'notFound', '内容不存在', 'Not found', 404);
export const methodNotAllowed = refusal(
  '4050001',
  'methodNotAllowed',
  '请求方法错误',
  'Request method not allowed',
  405,
);
export const periodTooLong = refusal(
  '4000501',
  'periodTooLong',
  '时间范围不能超过 {months} 个月',
  'The period cannot exceed {months} {months|month|months}',
);
export const tooLarge = refusal('4130001', 'tooLarge', '提交的内容过大', 'Request too large', 413);
export const unsupportedMedia = refusal(
  '4150001',
  'unsupportedMedia',
  '不支持的内容类型',
  'Content type not supported',
  415,
);
export const tooMany = refusal(
  '4290001',
  'tooMany',
  '请求过于频繁，请稍后再试',
  'Too many requests; try again later',
  429,
);
export const idempotencyKeyMissing = refusal(
  '4000401',
  'idempotencyKeyMissing',
  '缺少 Idempotency-Key 请求头',
  'Idempotency-Key header missing',
  400,
);
export const idempotencyKeyReused = refusal(
  '4090001',
  'idempotencyKeyReused',
  '同一请求标识已用于其他内容',
  'This idempotency key was already used for a different request',
  409,
);
export const requestRunning = refusal(
  '4090003',
  'requestRunning',
  '该请求正在处理，请稍后再试',
  'This request is still running; try again in a moment',
  409,
);
export const changedByAnother = refusal(
  '4090002',
  'changedByAnother',
  '内容已被更新，请刷新',
  'Changed by another person, reload',
  409,
);
export const unavailable = refusal(
  '5030001',
  'unavailable',
  '服务暂时不可用，请稍后再试',
  'Service temporarily unavailable; try again later',
  503,
);
export const storageLow = refusal(
  '5030002',
  'storageLow',
  '服务器磁盘空间不足，暂停写入',
  'Server disk space is low; writes are paused',
  503,
);
export const fault = refusal('5000001', 'fault', '操作失败', 'The operation failed', 500);

export const STANDARD_REFUSALS = [
  notSignedIn,
  sessionEnded,
  malformed,
  invalid,
  noPermission,
  noRole,
  passwordChangeDue,
  notFound,
  methodNotAllowed,
  tooLarge,
  unsupportedMedia,
  tooMany,
  unavailable,
  storageLow,
  fault,
] as const;
