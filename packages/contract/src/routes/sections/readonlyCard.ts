import { screen, section } from '../declare.ts';

export const readonlyCard = section(
  '/readonlyCard',
  '只读卡',
  'Read-only cards',
  { icon: 'EyeOutlined', redirect: 'flow' },
  [
    screen('flow', '流量卡（只读）', 'Read-only data cards', 'list', 'Card', 'readonlyCard.view'),
    screen(
      'flow/:platformType/:iccid',
      '流量卡详情（只读）',
      'Read-only data card detail',
      'detail',
      'Card',
      'readonlyCard.view',
    ),
    screen('voice', '语音卡（只读）', 'Read-only voice cards', 'list', 'Card', 'readonlyCard.viewVoice'),
    screen(
      'voice/:platformType/:iccid',
      '语音卡详情（只读）',
      'Read-only voice card detail',
      'detail',
      'Card',
      'readonlyCard.viewVoice',
    ),
  ],
);
