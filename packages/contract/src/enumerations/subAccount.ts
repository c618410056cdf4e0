import { enumeration, type ValueOf } from './enumeration.ts';

export const SubAccountKind = enumeration('subAccountKind', '账户类型', 'Account kind', {
  personal: { zh: '个人', en: 'Personal' },
  company: { zh: '企业', en: 'Company' },
});
export type SubAccountKind = ValueOf<typeof SubAccountKind>;

/** As the provider says it is; nothing else moves it. */
export const SubAccountState = enumeration('subAccountState', '开户状态', 'Opening', {
  waitsForCode: { zh: '待短信验证', en: 'Waits for the SMS code' },
  pending: { zh: '待激活', en: 'Not activated' },
  reviewing: { zh: '审核中', en: 'Under review' },
  open: { zh: '正常', en: 'Open' },
  paused: { zh: '已暂停', en: 'Paused' },
  closed: { zh: '已销户', en: 'Closed' },
  unknown: { zh: '未知', en: 'Unknown' },
});
export type SubAccountState = ValueOf<typeof SubAccountState>;

/** Whether payments of the channel are split in favour of the account's customer. */
export const SplitRule = enumeration('splitRule', '分账规则', 'Split rule', {
  none: { zh: '不分账', en: 'Not split' },
  margin: { zh: '按分润分账', en: 'By its margin' },
});
export type SplitRule = ValueOf<typeof SplitRule>;
