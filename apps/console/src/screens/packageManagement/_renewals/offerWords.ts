import { text } from '@cardinal/primitives/text.ts';

/** Said by the list and by the form. */
export const offerWords = { add: text('新增自动续费套餐', 'Add auto-renew package') };
