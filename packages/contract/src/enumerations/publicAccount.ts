import { enumeration, type ValueOf } from './enumeration.ts';

/** What an account at WeChat is: pages within WeChat's browser, or a program within WeChat. */
export const AccountKind = enumeration('accountKind', '账号类别', 'Kind of account', {
  publicAccount: { zh: '公众号', en: 'Public account' },
  miniProgram: { zh: '小程序', en: 'Mini-program' },
});
export type AccountKind = ValueOf<typeof AccountKind>;
