import { enumeration, type ValueOf } from './enumeration.ts';

/** Why a session ended. */
export const EndReason = enumeration('endReason', '结束原因', 'End reason', {
  logout: { zh: '主动退出', en: 'Signed out' },
  expired: { zh: '已过期', en: 'Expired' },
  replaced: { zh: '在别处登录', en: 'Signed in elsewhere' },
  passwordChanged: { zh: '密码已修改', en: 'Password changed' },
  disabled: { zh: '账号或客户已停用', en: 'Account or customer disabled' },
  revoked: { zh: '被管理员结束', en: 'Ended by an administrator' },
});
export type EndReason = ValueOf<typeof EndReason>;

export const SignInResult = enumeration('signInResult', '登录结果', 'Sign-in result', {
  success: { zh: '成功', en: 'Succeeded' },
  wrong: { zh: '账号或密码错误', en: 'Wrong account or password' },
  twoStep: { zh: '两步验证码错误', en: 'Wrong code' },
  locked: { zh: '已锁定', en: 'Locked' },
  disabled: { zh: '已停用', en: 'Disabled' },
  elsewhere: { zh: 'IP 不在名单内', en: 'IP address not allowed' },
  closed: { zh: '密码登录已关闭', en: 'Password sign-in closed' },
});
export type SignInResult = ValueOf<typeof SignInResult>;

/** Which customers an account works for; never more than its own customer's subtree. */
export const DataScope = enumeration('dataScope', '数据范围', 'Data scope', {
  subtree: { zh: '本客户及下级', en: 'Own customer and descendants' },
  own: { zh: '仅本客户', en: 'Own customer only' },
  chosen: { zh: '指定客户及其下级', en: 'Selected customers and their descendants' },
});
export type DataScope = ValueOf<typeof DataScope>;

/**
 * `admin` has everything and exists only on a PLATFORM; `main` is all that its parent granted a customer; `custom` is
 * user-defined.
 */
export const RoleKind = enumeration('roleKind', '角色类型', 'Role kind', {
  admin: { zh: '系统管理员', en: 'System administrator' },
  main: { zh: '主角色', en: 'Main role' },
  custom: { zh: '自定义', en: 'Custom' },
});
export type RoleKind = ValueOf<typeof RoleKind>;
