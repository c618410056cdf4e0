import { text } from '@cardinal/primitives/text.ts';
import type { Explanations } from '../../shell/help/explanation.ts';

export default {
  '/changePassword/changePassword': {
    purpose: text('修改自己的登录密码。', 'Changes your own password.'),
    terms: ['account', 'twoStep'],
    tasks: [
      text(
        '填写旧密码和两次新密码：6-16 位，含字母、数字和特殊字符。',
        'Enter the old password and the new one twice: 6-16 characters with letters, digits and special characters.',
      ),
      text('保存后，其他设备上的登录会失效。', 'After saving you are signed out on your other devices.'),
    ],
    manual: 'first-steps',
  },
} satisfies Explanations;
