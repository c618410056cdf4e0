import { text } from '@cardinal/primitives/text.ts';
import type { Explanations } from '../../shell/help/explanation.ts';

export default {
  '/userManagement/user': {
    purpose: text(
      '管理下级客户：资料、账号、设置和上下级关系。',
      'Manages child customers: their facts, accounts, settings and place in the tree.',
    ),
    terms: ['customer', 'viewAs', 'menuSet', 'customerSetting'],
    figures: text(
      '卡数约每分钟更新，含下级；最近登录是当前的。',
      'Numbers of cards are about a minute old and include customers below. The last sign-in is current.',
    ),
    tasks: [
      text('新增下级客户和其第一个账号。', 'Add a child customer with its first account.'),
      text('代看客户的控制台，核对其所见。', 'View the console as a customer to see what it sees.'),
      text('停用客户，或移动到另一上级之下。', 'Disable a customer, or move it below another parent.'),
    ],
    manual: 'customers',
  },
} satisfies Explanations;
