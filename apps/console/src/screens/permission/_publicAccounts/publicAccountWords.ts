import { text } from '@cardinal/primitives/text.ts';

/** Said by the list and its form. */
export const publicAccountWords = {
  add: text('接入公众号', 'Connect a public account'),
};
