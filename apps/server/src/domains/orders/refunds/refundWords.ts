import { text } from '@cardinal/primitives/text.ts';

export const NOTHING_OPEN = {
  key: 'nothingToUnsubscribe',
  words: text('没有可退订的套餐', 'No package to unsubscribe'),
};
/** Its price is nobody's business below whoever paid it. */
export const BOUGHT_ABOVE = {
  key: 'boughtAbove',
  words: text('套餐由上级订购，请联系上级退订', 'Ordered by a customer above; ask it to unsubscribe'),
};
