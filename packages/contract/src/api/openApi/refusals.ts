import { scopeMissing } from '../../framework/openInterface.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('openApi');

export const signatureMissing = refusal.unauthorized(
  901,
  'signatureMissing',
  '缺少请求头 {header} 或其格式不正确',
  'Header {header} is missing or malformed',
  401,
);
export const appKeyUnknown = refusal.unauthorized(902, 'appKeyUnknown', '应用标识不存在', 'App key not found', 401);
export const clockSkew = refusal.unauthorized(
  903,
  'clockSkew',
  '时间戳与服务器时间 {now} 相差超过 {seconds} 秒',
  'Timestamp differs from server time {now} by more than {seconds} seconds',
  401,
);
export const signatureWrong = refusal.unauthorized(904, 'signatureWrong', '签名不正确', 'Wrong signature', 401);
export const nonceReused = refusal.unauthorized(
  905,
  'nonceReused',
  '随机串已使用过，每次请求须使用新的 X-Nonce',
  'Nonce already used; every request needs a new X-Nonce',
  401,
);
export const keyDisabled = refusal.forbidden(901, 'keyDisabled', '密钥已停用', 'Key disabled', 403);
export const keyExpired = refusal.forbidden(902, 'keyExpired', '密钥已过期', 'Key expired', 403);
export const keyAddressNotListed = refusal.forbidden(
  903,
  'keyAddressNotListed',
  '来源 IP {address} 不在密钥的白名单内',
  'Source IP {address} is not in the key’s allow list',
  403,
);
export const keyHolderDisabled = refusal.forbidden(
  905,
  'keyHolderDisabled',
  '密钥所属客户或账号已停用',
  'The key’s customer or account is disabled',
  403,
);
export const keyTooFast = refusal.tooMany(
  901,
  'keyTooFast',
  '超过每分钟 {most} 次的限制，请稍后再试',
  'Limit of {most} calls per minute exceeded; try again later',
  429,
);

export const interfaceTooFast = refusal.tooMany(
  902,
  'interfaceTooFast',
  '该接口每个密钥每秒最多 {most} 次',
  'This interface allows at most {most} calls per second per key',
  429,
);
export const dailyQuotaSpent = refusal.tooMany(
  903,
  'dailyQuotaSpent',
  '密钥今日的 {most} 次额度已用完',
  'The key’s daily quota of {most} calls is used up',
  429,
);
export const interfaceOff = refusal.notFound(903, 'interfaceOff', '接口已下线', 'Interface retired', 404);

/** The refusals of every open interface, checked before its own. */
export const SIGNATURE_REFUSALS = [
  signatureMissing,
  appKeyUnknown,
  clockSkew,
  signatureWrong,
  nonceReused,
  keyDisabled,
  keyExpired,
  keyAddressNotListed,
  scopeMissing,
  keyHolderDisabled,
  keyTooFast,
  interfaceTooFast,
  dailyQuotaSpent,
  interfaceOff,
] as const;

export const apiKeyNotFound = refusal.notFound(901, 'apiKeyNotFound', '密钥不存在', 'Key not found');
export const scopeSetNotFound = refusal.notFound(902, 'scopeSetNotFound', '权限模板不存在', 'Scope template not found');
export const tooManyKeys = refusal.conflict(
  901,
  'tooManyKeys',
  '每个客户最多 {most} 个有效密钥',
  'At most {most} active keys per customer',
);
export const duplicateKeyName = refusal.conflict(902, 'duplicateKeyName', '密钥名称重复', 'Key name already exists');
export const duplicateScopeSet = refusal.conflict(
  903,
  'duplicateScopeSet',
  '权限模板名称重复',
  'Template name already exists',
);
export const scopeSetInUse = refusal.conflict(
  904,
  'scopeSetInUse',
  '该模板正被 {keys} 个密钥使用，不能删除',
  'Template used by {keys} keys; cannot be deleted',
);
export const keyIsDisabled = refusal.conflict(
  905,
  'keyIsDisabled',
  '密钥已停用，不能再修改',
  'Key disabled; cannot be changed',
);

export const keyAboveYou = refusal.forbidden(
  906,
  'keyAboveYou',
  '密钥所代表账号的权限或数据范围超出您的，不能操作',
  'The key acts for an account with permissions or customers beyond yours',
);

export const interfaceNotFound = refusal.notFound(904, 'interfaceNotFound', '接口不存在', 'Interface not found', 404);
export const interfaceStateForbids = refusal.conflict(
  906,
  'interfaceStateForbids',
  '接口当前为「{state}」，不能执行此操作',
  'Not possible while the interface is “{state}”',
);
export const interfaceIsCalled = refusal.conflict(
  907,
  'interfaceIsCalled',
  '近 {days} 天有 {keys} 个密钥调用过，只能宣布下线',
  '{keys} {keys|key|keys} called it within {days} days: it can only be announced to end',
);
export const interfaceIncomplete = refusal.conflict(
  908,
  'interfaceIncomplete',
  '缺少中英文名称或示例，不能上线',
  'Cannot go online without a Chinese and English name and an example',
);
