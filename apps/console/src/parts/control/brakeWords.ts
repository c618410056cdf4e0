import { text } from '@cardinal/primitives/text.ts';

/** Beside the name of a strategy that rests, or waits for another person. */
export const PAUSED = text('已熔断，等待解除', 'Paused by its brake');
export const WANTED = text('{name} 提交启用，待另一账号确认', '{name} wants it on; another account must confirm');

export const RELEASE = {
  release: text('解除熔断', 'Release'),
  body: text(
    '解除后继续处理未完成的卡，一小时内再次达到上限仍会熔断。',
    'It goes on with the cards that wait, and pauses again when it reaches its limit within an hour.',
  ),
  released: text('已解除熔断', 'Released'),
};
