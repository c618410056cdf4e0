import { text } from '@cardinal/primitives/text.ts';
import type { Explanations } from '../../shell/help/explanation.ts';

export default {
  '/operationManagement/queryCardOnlineInfo': {
    purpose: text(
      '立即向运营商查询卡是否在线；不在线时逐步找出原因。',
      'Asks the carrier now whether cards are online and, if not, finds out why step by step.',
    ),
    terms: ['lookup', 'diagnosis', 'session'],
    figures: text(
      '结果是查询那一刻的应答，带有时间；查询占用通道的调用额度，因此排队。',
      'A result is the answer at that moment, with its time. Look-ups share the call budget of the carrier account, so they queue.',
    ),
    tasks: [
      text('输入一个或多个号码查询。', 'Enter one or several numbers and ask.'),
      text('打开诊断步骤，按建议处理。', 'Open the steps of the diagnosis and follow the advice.'),
    ],
    manual: 'usage',
  },
  '/operationManagement/cardPositioning': {
    purpose: text('说明用途后查询卡的位置。', 'Asks where cards are, for a stated purpose.'),
    terms: ['positioning', 'consent', 'lookup'],
    figures: text(
      '位置是运营商在查询时给出的，精度不一，并加密保存。查看下级客户的卡需要其授权；每次查询都留痕。',
      'A location is what the carrier said when asked; its accuracy varies, and it is stored encrypted. Cards of child customers need their consent. Every query is recorded.',
    ),
    tasks: [
      text('选择卡、填写用途后查询。', 'Choose cards, state the purpose and ask.'),
      text('在地图上查看结果或轨迹。', 'See results or a track on the map.'),
      text('登记客户的定位授权。', "Record a customer's location consent."),
    ],
    manual: 'usage',
  },
} satisfies Explanations;
