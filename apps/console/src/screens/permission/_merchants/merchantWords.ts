import { text } from '@cardinal/primitives/text.ts';

/** What is said of merchants in more than one file of the screens. */
export const merchantWords = {
  add: text('新增商户', 'Add merchant'),
  noticeAddress: text('通知地址', 'Notice address'),
  dayMost: text('日限额', 'Daily limit'),
  credentials: text('凭据', 'Credentials'),
  failed: text('商户加载失败', 'Failed to load the merchant'),
  configured: text('已配置', 'Configured'),
};
