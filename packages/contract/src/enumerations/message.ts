import { enumeration, type ValueOf } from './enumeration.ts';

export const MessageState = enumeration('messageState', '消息状态', 'Message state', {
  draft: { zh: '草稿', en: 'Draft' },
  sent: { zh: '已发送', en: 'Sent' },
  recalled: { zh: '已撤回', en: 'Recalled' },
  deleted: { zh: '已删除', en: 'Deleted' },
});
export type MessageState = ValueOf<typeof MessageState>;
