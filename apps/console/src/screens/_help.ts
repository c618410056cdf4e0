import { text } from '@cardinal/primitives/text.ts';
import type { Explanations } from '../shell/help/explanation.ts';

export default {
  '/dashboard': {
    purpose: text(
      '看哪里需要处理：异常的卡、停滞的任务、不健康的通道，以及本周期的用量。',
      'Shows what needs somebody: cards in trouble, stuck tasks, unhealthy carrier accounts, and the usage of this cycle.',
    ),
    terms: ['outOfControl', 'forecast', 'confirmed'],
    figures: text(
      '每分钟重新统计一次，统计时间写在卡片上；点击数字打开对应的列表。只统计您数据范围内的客户。',
      'Counted anew every minute; each tile says when. A click on a figure opens the list behind it. Only customers in your scope count.',
    ),
    tasks: [
      text(
        '点击「需关注的卡」中的一个数字，处理这批卡。',
        'Click a figure of “Cards needing attention” and deal with those cards.',
      ),
      text('查看通道健康，确认读数是否及时。', 'Look at carrier health to see whether readings arrive in time.'),
    ],
    manual: 'first-steps',
  },
  '/404': {
    purpose: text(
      '这个地址没有页面，或您的账号无权打开。',
      'This address has no page, or your account may not open it.',
    ),
    terms: [],
    tasks: [
      text('按 Ctrl K 搜索页面名称。', 'Press Ctrl K and search for the page by name.'),
      text('认为应当可用时，请管理员检查角色。', 'If you should have access, ask an administrator to check your role.'),
    ],
    manual: 'first-steps',
  },
  '/apiDoc': {
    purpose: text(
      '开放接口的文档：签名方式、每个接口的参数、返回与错误码。',
      'The documentation of the open interface: how to sign, and the parameters, answers and errors of every call.',
    ),
    terms: ['openInterface', 'apiKey', 'apiScope', 'interfaceState'],
    figures: text(
      '内容由服务器正在运行的接口定义生成，始终与当前版本一致。',
      'Generated from the definitions the running server uses, so it always fits this version.',
    ),
    tasks: [
      text('勾选只看我的密钥能调用的接口。', 'Tick “Only what my keys may call” to see what you can use.'),
      text(
        '下载 OpenAPI 3.1 或 Postman 集合，导入自己的工具。',
        'Download OpenAPI 3.1 or the Postman collection into your own tool.',
      ),
    ],
    manual: 'interfaces',
  },
} satisfies Explanations;
