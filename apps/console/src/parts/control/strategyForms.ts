import { text } from '@cardinal/primitives/text.ts';

/** In the forms of what acts on cards by rule. */
export const WHEN = text('什么时候', 'When');
export const WHICH_CARDS = text('哪些卡', 'Which cards');
export const BRAKE_HELP = text(
  '一小时内达到后熔断，由人解除。',
  'Paused when it reaches so many within an hour; a person releases it.',
);
