import { text } from '@cardinal/primitives/text.ts';

/** Said by lists of accounts at WeChat and their forms. */
export const publicAccountWords = {
  add: text('接入公众号', 'Connect a public account'),
  secret: text('AppSecret', 'AppSecret'),
  kept: text('留空不变', 'Leave empty to keep'),
  addressHelp: text(
    '仅用于代理、模拟或沙箱；留空为微信官方地址。',
    'For a relay, simulator or sandbox only; empty means WeChat.',
  ),
};
